"""Heap dumps that no JVM wrote: cut, with other bytes, of other formats, with lengths that lie."""
import gzip
import pathlib
import random
import struct

HEADER = b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 1_764_000_000_000)
STRING, LOAD_CLASS, FRAME, TRACE, SEGMENT, END = 0x01, 0x02, 0x04, 0x05, 0x1C, 0x2C
CLASS, INSTANCE, OBJECTS, PRIMITIVES = 0x20, 0x21, 0x22, 0x23
BYTE = 8


def record(tag, body, length=None):
    return struct.pack(">BII", tag, 0, len(body) if length is None else length) + body


def primitives(count, data=b""):
    return struct.pack(">BQIIB", PRIMITIVES, 0x1000, 0, count, BYTE) + data


def objects(count):
    return struct.pack(">BQIIQ", OBJECTS, 0x1000, 0, count, 0x2000)


def instance(length):
    return struct.pack(">BQIQI", INSTANCE, 0x1000, 0, 0x2000, length)


def class_with(constants=0, statics=0, fields=0):
    return struct.pack(">BQI6QIHHH", CLASS, 0x2000, 0, 0, 0, 0, 0, 0, 0, 16, constants, statics, fields)


def written():
    """By name: a dump of a few bytes, and whether it is one of a JVM at all."""
    segment = lambda body, length=None: HEADER + record(SEGMENT, body, length) + record(END, b"")
    yield "empty", b"", False
    yield "header only", HEADER, True
    yield "header cut", HEADER[:22], False
    yield "ids of three bytes", HEADER[:19] + struct.pack(">IQ", 3, 0) + record(STRING, b"123456"), False
    yield "Android", b"JAVA PROFILE 1.0.3\0" + HEADER[19:] + record(
        SEGMENT, b"\xfe" + struct.pack(">IQ", ord("A"), 1) + primitives(0)), False
    yield "OpenJ9's PHD", (b"\0\x12portable heap dump" + struct.pack(">II", 6, 6) + b"\2\3" + b"\0\x10" + b"J2RE 17 Linux x8"
                           + b"\4" + bytes(64)), False
    for name, count in (("2^31 - 1", 0x7FFFFFFF), ("2^31", 0x80000000), ("2^32 - 1", 0xFFFFFFFF)):
        yield f"array of {name} bytes", segment(primitives(count, b"12345678")), True
        yield f"array of {name} objects", segment(objects(count)), True
        yield f"instance of {name} bytes", segment(instance(count)), True
        yield f"segment of {name} bytes", segment(primitives(4, b"1234"), count), True
        yield f"string of {name} bytes", HEADER + record(STRING, b"12345678text", count), True
        yield f"stack of {name} frames", HEADER + record(TRACE, struct.pack(">III", 1, 1, count)), True
    yield "string shorter than its id", HEADER + record(STRING, b"123"), True
    yield "class with 65,535 constants", segment(class_with(constants=0xFFFF)), True
    yield "class with 65,535 fields", segment(class_with(fields=0xFFFF)), True
    yield "class that is its own parent", segment(struct.pack(
        ">BQI6QIHHH", CLASS, 0x2000, 0, 0x2000, 0, 0, 0, 0, 0, 16, 0, 0, 0) + instance(0)), True
    yield "records of no length", HEADER + record(END, b"") * 1_000_000, True
    yield "unknown records", HEADER + record(0x77, b"12345678") * 1_000, True
    yield "unknown object", segment(b"\x99" + bytes(100)), True


def large():
    """By name: pieces of a dump that is large, or becomes so."""
    strings = (record(STRING, struct.pack(">Q", i + 1) + b"com.example.Name%d" % i) for i in range(1_000_000))
    yield "a million strings", ".hprof", lambda: iter([HEADER, *strings, record(END, b"")])
    frames = (record(FRAME, struct.pack(">QQQQIi", i + 1, 1, 1, 1, 1, 1)) for i in range(1_000_000))
    yield "a million frames", ".hprof", lambda: iter([HEADER, record(STRING, struct.pack(">Q", 1) + b"x"), *frames])
    classes = (class_with()[:1] + struct.pack(">Q", 0x10000 + i * 8) + class_with()[9:] for i in range(300_000))
    yield "300,000 classes", ".hprof", lambda: iter([HEADER, *(record(SEGMENT, each) for each in classes)])
    segments = (record(SEGMENT, struct.pack(">BQII", 8, 0x1000 + i * 8, i, 1)) for i in range(2_000_000))
    yield "two million threads", ".hprof", lambda: iter([HEADER, *segments])
    objects_apart = (record(SEGMENT, primitives(0)) for _ in range(2_000_000))
    yield "two million segments", ".hprof", lambda: iter([HEADER, *objects_apart])
    yield "two gigabytes of zeros, packed", ".hprof.gz", lambda: packed(2 << 30)


def packed(size):
    """A file that becomes so large: an array of zeros."""
    to = _Pieces()
    with gzip.GzipFile(fileobj=to, mode="wb", compresslevel=1) as into:
        body = primitives(size - 100)
        into.write(HEADER + struct.pack(">BII", SEGMENT, 0, len(body) + size - 100) + body)
        for _ in range((size - 100) >> 20):
            into.write(bytes(1 << 20))
            yield from to.taken()
        into.write(bytes((size - 100) % (1 << 20)))
    yield from to.taken()


class _Pieces:
    """A file that is written and never kept."""

    def __init__(self):
        self.pieces = []

    def write(self, piece):
        self.pieces.append(bytes(piece))
        return len(piece)

    def flush(self):
        pass

    def taken(self):
        taken, self.pieces = self.pieces, []
        return taken


def cut(dump, parts):
    """The first 1, 2, … of so many parts and one."""
    for part in range(1, parts + 1):
        yield f"cut after {part} of {parts + 1} parts", dump[: len(dump) * part // (parts + 1)]


def flipped(dump, seeds):
    """With one to a thousand bytes that are others, by seed; half of them only in the objects."""
    begin = len(HEADER)
    while dump[begin] != SEGMENT:
        begin += 9 + struct.unpack_from(">I", dump, begin + 5)[0]
    for seed in seeds:
        first = begin if seed % 2 else 0
        chance = random.Random(seed)
        other = bytearray(dump)
        count = 10 ** chance.randrange(3 if seed % 2 else 4)
        for _ in range(count):
            other[chance.randrange(first, len(other))] = chance.randrange(256)
        yield f"{count} other bytes, seed {seed}", bytes(other)


SIZES = {2: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}


def circles(dump):
    """Whose objects refer to themselves where they referred to the next one, to a parent, or to an owner."""
    for fields in (("next",), ("head", "tail", "prev"), ("parent", "container", "next"), ("exclusiveOwnerThread",)):
        other = bytearray(dump)
        for own, places in references(dump):
            for name, place in places.items():
                if name in fields and other[place:place + 8] != bytes(8):
                    other[place:place + 8] = own
        yield "circles of " + ", ".join(fields), bytes(other)


def references(dump):
    """The identifier of each instance, and where the references of its fields are, by name."""
    symbols, described = {}, {}
    at = len(HEADER)
    while at < len(dump):
        tag, _, length = struct.unpack_from(">BII", dump, at)
        at += 9
        if tag == STRING:
            symbols[dump[at:at + 8]] = dump[at + 8:at + length].decode("utf-8", "replace")
        elif tag == SEGMENT:
            yield from _instances(dump, at, at + length, symbols, described)
        at += length


def _instances(dump, at, end, symbols, described):
    roots = {0xFF: 8, 0x01: 16, 0x02: 16, 0x03: 16, 0x04: 12, 0x05: 8, 0x06: 12, 0x07: 8, 0x08: 16}
    while at < end:
        tag = dump[at]
        if tag in roots:
            at += 1 + roots[tag]
        elif tag == CLASS:
            at = _class(dump, at, symbols, described)
        elif tag == INSTANCE:
            own, (length,) = dump[at + 1:at + 9], struct.unpack_from(">I", dump, at + 21)
            yield own, _places(dump[at + 13:at + 21], at + 25, described)
            at += 25 + length
        elif tag == OBJECTS:
            at += 25 + 8 * struct.unpack_from(">I", dump, at + 13)[0]
        else:
            at += 18 + SIZES[dump[at + 17]] * struct.unpack_from(">I", dump, at + 13)[0]


def _class(dump, at, symbols, described):
    """The end of its description, which is noted."""
    own, parent = dump[at + 1:at + 9], dump[at + 13:at + 21]
    at += 1 + 7 * 8 + 8
    (count,) = struct.unpack_from(">H", dump, at)
    at += 2
    for _ in range(count):
        at += 3 + SIZES[dump[at + 2]]
    (count,) = struct.unpack_from(">H", dump, at)
    at += 2
    for _ in range(count):
        at += 9 + SIZES[dump[at + 8]]
    (count,) = struct.unpack_from(">H", dump, at)
    at += 2
    fields = [(symbols.get(dump[at + 9 * i:at + 9 * i + 8], ""), dump[at + 9 * i + 8]) for i in range(count)]
    described[own] = parent, fields
    return at + 9 * count


def _places(of, at, described):
    places = {}
    while of in described:
        of, fields = described[of]
        for name, kind in fields:
            if kind == 2:
                places[name] = at
            at += SIZES[kind]
    return places


def write(file, pieces):
    with open(file, "wb") as to:
        for piece in pieces:
            to.write(piece)
    return pathlib.Path(file)
