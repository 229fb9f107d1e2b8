#!/usr/bin/env python3
"""steps.py FILE OUT INPUT=VALUE...: what GitHub's runner makes of an action: a shell script for each step, OUT/step-1,
OUT/step-2 ..."""
import pathlib
import re
import shlex
import sys

import yaml

file, out, *given = sys.argv[1:]
out = pathlib.Path(out)
inputs = dict(pair.split("=", 1) for pair in given)


def valued(declared):
    """The inputs that a file declares, with what was given or their defaults."""
    unknown = set(inputs) - set(declared)
    if unknown:
        sys.exit(f"there is no input {', '.join(unknown)}")
    values = {}
    for name, about in declared.items():
        if name not in inputs and "default" not in about:
            sys.exit(f"the input {name} is needed")
        values[name] = inputs.get(name, about.get("default"))
    return values


def environment(variables):
    return "".join(f"export {name}={shlex.quote(str(value))}\n" for name, value in variables.items())


def github():
    action = yaml.safe_load(open(file))
    values = valued(action["inputs"])
    context = {f"inputs.{name}": value for name, value in values.items()}
    context |= {"github.server_url": "https://example.invalid", "github.action_repository": "owner/vt-monitor",
                "github.action_ref": "v0"}

    def filled(text):
        return re.sub(r"\$\{\{ ([\w.-]+) }}", lambda match: str(context[match.group(1)]), text)

    for old in out.glob("step-*"):
        old.unlink()
    for number, step in enumerate(action["runs"]["steps"], 1):
        assert step["shell"] == "bash", "another shell"
        assert "${{" not in step["run"], "an input within a script would be run"
        variables = {name: filled(text) for name, text in step.get("env", {}).items()}
        (out / f"step-{number}").write_text(environment(variables) + step["run"])


github()
