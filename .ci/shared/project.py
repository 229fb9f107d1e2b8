"""What the checks in Python share: the clone's folders, the JDKs, the test database, and how a table is printed."""
import contextlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
AGENT = ROOT / "agent"
JAR = pathlib.Path(os.environ.get("VTMONITOR_JAR", AGENT / "target/vt-monitor.jar"))
CLASSES = pathlib.Path(os.environ.get("VTMONITOR_CLASSES", AGENT / "target/test-classes"))
SAMPLE = ROOT / "sample-app/target"
# Those that the checks run programs on.
JDKS = (21, 25, 26, 27)


def found_home(jdk):
    """The home of a JDK, or None, and why there is none."""
    found = subprocess.run([ROOT / ".mvn/find-jdk", str(jdk)], capture_output=True, text=True)
    if found.returncode:
        return None, found.stderr.strip()
    return pathlib.Path(found.stdout.splitlines()[-1]), ""


def home(jdk):
    """The home of a JDK, or None."""
    return found_home(jdk)[0]


def needed_home(jdk):
    """The home of a JDK without which the check ends."""
    found, why = found_home(jdk)
    return found or sys.exit(f"{check()}: no Java {jdk} here: {why}")


def needed_jar():
    """Ends the check where the jar is not built."""
    if not JAR.exists():
        sys.exit(f"{check()}: {JAR} is missing: mvn package")


def check():
    """The name of the check that runs."""
    return pathlib.Path(sys.argv[0]).name


def table(columns, rows):
    """A Markdown table of texts, with a line break at its end."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


@contextlib.contextmanager
def database(folder=SAMPLE / "mariadb"):
    """The address of a database of the sample application, which has to be built; the database ends with the block."""
    path = f"{SAMPLE / 'classes'}:{(SAMPLE / 'lab.classpath').read_text(encoding='utf-8').strip()}"
    process = subprocess.Popen(
        [needed_home(25) / "bin/java", "-cp", path, "io.vtmonitor.lab.DatabaseAlone", folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    try:
        addresses = (line.strip() for line in process.stdout if line.startswith("jdbc:mysql:"))
        yield next(addresses, None) or sys.exit(f"{check()}: the database did not start")
    finally:
        process.stdin.close()
        process.wait()
