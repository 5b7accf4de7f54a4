"""What a polite bot does not say."""

import re

COARSE = re.compile(
    "arsehole|asshole|bastard|bitch|bugger|cunt|fagg|fuck|nigg|piss|retard|shit|slut|turd|twat|wank|whor"
)
"""Parts of words that are in the reference."""
