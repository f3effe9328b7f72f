"""Prepares the process that runs the tests."""

import signal


def pytest_configure():
    # A shell lets background commands ignore SIGINT, and every child process inherits this setting.
    signal.signal(signal.SIGINT, signal.default_int_handler)
