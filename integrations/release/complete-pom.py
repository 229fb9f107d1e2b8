#!/usr/bin/env python3
"""complete-pom.py POM: fails, with the reason, unless a POM has what Maven Central asks for."""
import sys
import xml.etree.ElementTree as xml

ASKED = [
    "groupId", "artifactId", "version", "name", "description", "url", "licenses/license/name", "licenses/license/url",
    "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url",
]
SPACE = "{http://maven.apache.org/POM/4.0.0}"
project = xml.parse(sys.argv[1]).getroot()


def find(path):
    return project.find("/".join(SPACE + step for step in path.split("/")))


missing = [path for path in ASKED if find(path) is None or not (find(path).text or "").strip()]
with open(sys.argv[1]) as file:
    text = file.read()
for problem, found in {
    "an element is missing: " + ", ".join(missing): bool(missing),
    "there is a parent": find("parent") is not None,
    "a placeholder is left": "@" in text or "${" in text,
    "it is a snapshot": "SNAPSHOT" in text,
}.items():
    if found:
        sys.exit(problem)
