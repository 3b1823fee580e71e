// SPDX-License-Identifier: GPL-2.0
/*
 * pi-board: what a Raspberry Pi 4's device tree says of itself, on a machine that
 * has none: /proc/device-tree/model and /proc/device-tree/system/linux,revision.
 * In the kernel, and not laid over /proc: a service may have a /proc of its own.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/proc_fs.h>

struct property {
	const char *value;
	size_t length;
};

#define PROPERTY(text) { text, sizeof(text) - 1 }
static const struct property model = PROPERTY("Raspberry Pi 4 Model B Rev 1.5\0");
static const struct property revision = PROPERTY("\x00\xd0\x31\x15");

static struct proc_dir_entry *tree;

static ssize_t property_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	const struct property *p = pde_data(file_inode(f));

	return simple_read_from_buffer(buf, n, pos, p->value, p->length);
}

static const struct proc_ops property_ops = {
	.proc_read = property_read, .proc_lseek = default_llseek,
};

static int __init board_init(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -ENOMEM;
	system = proc_mkdir("system", tree);
	if (!system ||
	    !proc_create_data("model", 0444, tree, &property_ops, (void *)&model) ||
	    !proc_create_data("linux,revision", 0444, system, &property_ops, (void *)&revision)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit board_exit(void)
{
	proc_remove(tree);
}

module_init(board_init);
module_exit(board_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A Raspberry Pi's name in /proc/device-tree");
