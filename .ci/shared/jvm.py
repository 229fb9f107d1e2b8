"""What checks in Python ask of a JVM that they started."""
import os
import pathlib
import signal
import socket
import time

BOUND = 180  # seconds, for each wait


def plain_environment():
    """Without options of the agent or of Java."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith("VTMONITOR_") and not name.endswith("JAVA_OPTIONS") and name != "JAVA_TOOL_OPTIONS"}


def until(condition, seconds=BOUND):
    """What the condition comes to once it is true; None if it never was."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    return None


def ask(pid, command, seconds=BOUND):
    """What the JVM answers, as jcmd asks, without a JVM for it; OSError if it does not listen in that time."""
    path = pathlib.Path(f"/tmp/.java_pid{pid}")
    if not path.exists():
        trigger = pathlib.Path(f"/tmp/.attach_pid{pid}")
        trigger.touch()
        os.kill(pid, signal.SIGQUIT)
        until(path.exists, seconds)
        trigger.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as to:
        to.settimeout(BOUND)
        to.connect(str(path))
        to.sendall(b"1\0jcmd\0" + command.encode() + b"\0\0\0")
        said = b"".join(iter(lambda: to.recv(4096), b""))
    if not said.startswith(b"0"):
        raise RuntimeError(f"{command}: {said.decode()}")
    return said.partition(b"\n")[2]
