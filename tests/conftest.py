"""Settings shared by every test."""

import os

from hypothesis import settings

# The default finds the same examples on every machine; "long" searches further, for a night.
settings.register_profile(
    "default", deadline=None, max_examples=50, derandomize=True, print_blob=True
)
settings.register_profile("long", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
