#!/usr/bin/env python3
"""zip.py TREE NAME DAY OUT: packs a folder as NAME/... with one time for all, in the order of names."""
import os
import sys
import time
import zipfile

tree, name, day, out = sys.argv[1:]
stamp = time.strptime(day, "%Y-%m-%dT%H:%M:%SZ")[:6]
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, folders, files in os.walk(tree):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            entry = zipfile.ZipInfo(os.path.join(name, os.path.relpath(path, tree)), stamp)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (os.stat(path).st_mode & 0xFFFF) << 16
            with open(path, "rb") as source:
                archive.writestr(entry, source.read())
