"""What four systems take, as a caller of `turnkeeper.party` says it."""

from turnkeeper.party import AttributeRule, SystemRules

RULES = {
    "hummel": SystemRules(
        attributes=(
            AttributeRule(name="ref", required=True),
            AttributeRule(name="bonus"),
            AttributeRule(name="speed", low=0, high=999),
            AttributeRule(name="pool", low=0, high=99),
        )
    ),
    "u8": SystemRules(
        attributes=(
            AttributeRule(name="dodge"),
            AttributeRule(name="weight", kind="decimal"),
            AttributeRule(name="move", low=0),
        ),
        options=(
            AttributeRule(name="check", kind="text", choices=("over", "under")),
            AttributeRule(name="die", low=2, high=100),
        ),
    ),
    "request": SystemRules(
        attributes=(
            AttributeRule(name="dex", required=True),
            AttributeRule(name="actions", low=1, high=9),
            AttributeRule(name="skills", kind="skills"),
        )
    ),
    "reaction": SystemRules(
        attributes=(
            AttributeRule(name="reaction", required=True),
            AttributeRule(name="agility", required=True),
            AttributeRule(name="quickdraw", high=99),
        )
    ),
}
