"""Who comes here: what people want to be called, whom they look for, what they are told."""
