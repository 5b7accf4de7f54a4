"""Lessons, the coach, puzzles, the day and studies."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from inglenook.learn.shelf import find_lesson
from tests.browser.conftest import PHONE
from tests.browser.steps import Json, focus_is_kept, new_table, tab_to

People = Callable[..., Page]
ME = {"kind": "me", "name": "Ann"}
