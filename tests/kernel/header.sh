# shellcheck shell=sh
# Lays a Pi's header in the guest: /dev/gpiochip0 is a Pi 4's, and GPIO_SIM is where its fingers are.
# configfs must be mounted; the first process of a guest sources this.
chip=/sys/kernel/config/gpio-sim/pi
mkdir "$chip" "$chip/bank0"
echo 58 >"$chip/bank0/num_lines"
echo pinctrl-bcm2711 >"$chip/bank0/label"
n=2
while [ $n -lt 28 ]; do
    mkdir "$chip/bank0/line$n"
    echo "GPIO$n" >"$chip/bank0/line$n/name"
    n=$((n + 1))
done
echo 1 >"$chip/live"
GPIO_SIM=/sys/devices/platform/$(cat "$chip/dev_name")/$(cat "$chip/bank0/chip_name")
export GPIO_SIM
