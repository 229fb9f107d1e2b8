"""Commands of the jar in one JVM, since hundreds of starts take longer than what they do."""
import dataclasses
import json
import os
import subprocess
import threading

from jvm import plain_environment
from project import CLASSES, JAR, needed_home


@dataclasses.dataclass(frozen=True)
class Answer:
    """What analyze answered, and what that took: seconds of processor time and megabytes, 0 where that is not known."""
    code: int
    said: str
    report: dict
    cpu: float = 0
    megabytes: float = 0

    def end(self):
        """The end of what it says, on one line."""
        return " ".join(self.said.split())[-200:]

    def verdicts(self):
        return self.report.get("waits", {}).get("verdicts", [])

    def limits(self):
        return [each["kind"] if isinstance(each, dict) else each for each in self.report.get("limits", [])]


class Analyzer:
    """The command line, one file after the other."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.says = open(folder / "said", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [needed_home(25) / "bin/java", "-Xmx512m", "-XX:+UseSerialGC", "-cp", CLASSES,
             "io.vtmonitor.process.programs.CommandsInTurn", JAR],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.says, text=True, env=plain_environment())
        self.turn = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.says.close()

    def answer(self, file):
        to = file.with_name(file.name + ".json")
        with self.turn:
            before = self.says.seek(0, os.SEEK_END)
            self.process.stdin.write(f"analyze\t{file}\t-o\t{to}\n")
            self.process.stdin.flush()
            code = next((int(line.split()[1]) for line in self.process.stdout if line.startswith("exit ")), -1)
            self.says.seek(before)
            said = self.says.read()
        return Answer(code, said, json.loads(to.read_text(encoding="utf-8")) if to.exists() else {})
