"""Fixtures of all tests for the process that runs them."""

import signal


def pytest_configure():
    # A shell gives a command in the background a SIGINT that is ignored, and every child inherits it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
