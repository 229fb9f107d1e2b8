"""What reports say of the libraries of the golden stacks on JDK 21, against what happens: on newer JDKs, with the
patterns of unpin, and with the release that the advice names.

The programs of agent/src/golden/java/golden are run with the jars of the golden stacks. The servers that they ask run
here, on loopback: MariaDB's of the sample application, slow web servers, and, where Debian's packages are installed,
PostgreSQL (as root), Redis, and RabbitMQ. What has no server is not run, and named: GoldenStacksTest judges it.
"""
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from project import AGENT, JAR, ROOT, SAMPLE, database, needed_home, table

LIBRARIES = AGENT / "classes/target/golden-libs"
STACKS = AGENT / "src/test/resources/golden"
SOURCES = AGENT / "src/golden/java"
FLAGS = ["-Djdk.virtualThreadScheduler.parallelism=2", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
# The programs block for 300 ms; what is shorter belongs to the start of a library.
LONG = 0.1
NEWER = (25, 26, 27)
MILLIS = 0.3
MYSQL = "jdbc:mysql://127.0.0.1:%d/?sslMode=DISABLED&allowPublicKeyRetrieval=true&user=root"
MARIADB = "jdbc:mariadb://127.0.0.1:%d/?sslMode=disable&user=root"

POSTGRES_URL = "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres&sslmode=disable"

COLUMNS = ("library", "program", "site on JDK 21", "ms", "JDK", "ms on 25, 26, 27", "unpin", "ms then", "upgrade", "ms then")
Recipe = collections.namedtuple("Recipe", "library what program jars pins")


def recipes():
    """Each library and what it was seen to do, once."""
    found = {}
    for file in sorted(STACKS.glob("*.json")):
        stack = json.loads(file.read_text(encoding="utf-8"))
        names = tuple(stack[key] for key in ("library", "what", "program"))
        earlier = found.get(names[:2])
        found[names[:2]] = Recipe(*names, tuple(stack["jars"]), bool(stack["holders"]) or (earlier is not None and earlier.pins))
    return list(found.values())


def serve(door, answer):
    """Hands each connection to a thread of its own until the door is closed."""
    def accept():
        with contextlib.suppress(OSError):
            while True:
                client, _ = door.accept()
                threading.Thread(target=answer, args=(client,), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()


def slow_web(client):
    """Waits before the head of each answer, and before its body."""
    with contextlib.suppress(OSError), client:
        request = b""
        while data := client.recv(65536):
            request += data
            if request.endswith(b"\r\n\r\n"):
                request = b""
                time.sleep(MILLIS)
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 26\r\n\r\n")
                time.sleep(MILLIS)
                client.sendall(b"<html><p>hello</p></html>\n")


def exactly(client, size):
    data = b""
    while len(data) < size:
        data += client.recv(size - len(data)) or (_ for _ in ()).throw(OSError("it has gone"))
    return data


def slow_web2(client):
    """HTTP/2 without TLS: answers each request with a status alone, a while later."""
    settings, headers, ended = 4, 1, 5
    with contextlib.suppress(OSError), client:
        exactly(client, 24)
        client.sendall(bytes([0, 0, 0, settings, 0, 0, 0, 0, 0]))
        while True:
            head = exactly(client, 9)
            exactly(client, int.from_bytes(head[:3], "big"))
            if head[3] == settings and head[4] == 0:
                client.sendall(bytes([0, 0, 0, settings, 1, 0, 0, 0, 0]))
            elif head[3] == headers:
                time.sleep(MILLIS)
                # Status 200 is entry 8 of HPACK's static table.
                client.sendall(bytes([0, 0, 1, headers, ended]) + head[5:] + b"\x88")


def slow_way(port):
    """A server's answers, each a while later, and what is much of what it is sent."""
    def copy(source, target, wait, least):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if len(data) >= least:
                    time.sleep(wait)
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def answer(client):
        server = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=copy, args=(client, server, MILLIS, 32768), daemon=True).start()
        copy(server, client, MILLIS / 2, 1)
    return answer


@contextlib.contextmanager
def listening(answer):
    with socket.create_server(("127.0.0.1", 0)) as door:
        serve(door, answer)
        yield door.getsockname()[1]


def asks_database(recipe):
    return recipe.program == "Jdbc" and recipe.library.startswith(("mysql-", "mariadb-"))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as any_door:
        return any_door.getsockname()[1]


@contextlib.contextmanager
def started(command, port, log, environment=None):
    """A server that is ended with the block, with the processes that it has made."""
    process = subprocess.Popen(
        command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        start_new_session=True,
    )
    try:
        for _ in range(900):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise OSError(f"{command[0]} ended with {process.returncode}")
            time.sleep(0.1)
        else:
            raise OSError(f"{command[0]} did not open port {port}")
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def redis(folder, log):
    port = free_port()
    with started(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], port, log):
        yield port


@contextlib.contextmanager
def postgresql(folder, log):
    shutil.chown(folder, "postgres")
    folder.parent.chmod(0o755)
    port = free_port()
    another = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    subprocess.run(
        [*another, f"{POSTGRESQL}/initdb", "-A", "trust", "-D", folder / "db"], check=True, stdout=log, stderr=log, cwd=folder
    )
    server = [f"{POSTGRESQL}/postgres", "-D", folder / "db", "-p", str(port), "-k", folder, "-h", "127.0.0.1"]
    with started([*another, *server], port, log):
        yield port


@contextlib.contextmanager
def rabbitmq(folder, log):
    port, names = free_port(), free_port()
    environment = {
        "HOME": str(folder), "ERL_EPMD_PORT": str(names), "RABBITMQ_NODENAME": "golden@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": str(port), "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": f"{folder}/mnesia", "RABBITMQ_LOG_BASE": f"{folder}/log",
        "RABBITMQ_PID_FILE": f"{folder}/pid", "RABBITMQ_ENABLED_PLUGINS_FILE": f"{folder}/plugins",
    }
    server = sorted(pathlib.Path("/usr/lib/rabbitmq/lib").glob("*/sbin/rabbitmq-server"))[0]
    with started(["epmd", "-port", str(names), "-address", "127.0.0.1"], names, log):
        with started([str(server)], port, log, environment):
            time.sleep(5)  # it opens its port early
            yield port


POSTGRESQL = "/usr/lib/postgresql/15/bin"
# What of the libraries needs it, how it is started, and what has to be there.
SERVERS = {
    "postgresql": (r"postgresql-\d", postgresql, f"{POSTGRESQL}/postgres"),
    "redis": (r"jedis-|lettuce-", redis, "/usr/bin/redis-server"),
    "rabbitmq": (r"amqp-client-", rabbitmq, "/usr/sbin/rabbitmq-server"),
}


@contextlib.contextmanager
def servers(chosen):
    """The ports of what the programs ask; without the sample application built there is no MariaDB."""
    with contextlib.ExitStack() as all_of_them:
        ports = {"web": all_of_them.enter_context(listening(slow_web)), "web2": all_of_them.enter_context(listening(slow_web2))}
        data = pathlib.Path(all_of_them.enter_context(tempfile.TemporaryDirectory()))
        if any(map(asks_database, chosen)) and (SAMPLE / "lab.classpath").exists() and (SAMPLE / "classes").exists():
            address = all_of_them.enter_context(database(data / "mariadb"))
            ports["database"] = int(re.search(r"//[^:/]+:(\d+)", address).group(1))
            ports["slow"] = all_of_them.enter_context(listening(slow_way(ports["database"])))
        log = all_of_them.enter_context((data / "log").open("w"))
        for name, (libraries, start, program) in SERVERS.items():
            if any(re.match(libraries, recipe.library) for recipe in chosen) and pathlib.Path(program).exists():
                folder = data / name
                folder.mkdir()
                try:
                    ports[name] = all_of_them.enter_context(start(folder, log))
                except (OSError, subprocess.CalledProcessError) as failed:
                    print(f"{name} could not be started: {failed}\n{(data / 'log').read_text(errors='replace')[-500:]}")
                else:
                    ports[name + "-slow"] = all_of_them.enter_context(listening(slow_way(ports[name])))
        yield ports


def arguments(recipe, ports):
    """What the program is started with; None where a server is missing."""
    if recipe.program in ("Jsoup", "ApacheHttp", "OkHttp"):
        return [recipe.what, str(ports["web2" if recipe.what == "http2" else "web"])]
    if asks_database(recipe):
        if "database" not in ports:
            return None
        url = MYSQL if recipe.library.startswith("mysql-") else MARIADB
        more = "&useReadAheadInput=true" if recipe.what == "query-with-read-ahead" else ""
        return [recipe.what, "select sleep(0.3)", url % ports["database"] + more, url % ports["slow"]]
    needed = {
        "Jdbc": ("postgresql", "postgresql-slow"), "Redis": ("redis", "redis-slow"), "Lettuce": ("redis-slow",),
        "Rabbit": ("rabbitmq-slow",),
    }.get(recipe.program)
    if needed:
        if not all(name in ports for name in needed):
            return None
        if recipe.program == "Jdbc":
            return [recipe.what, "select pg_sleep(0.3)", *(POSTGRES_URL % ports[name] for name in needed)]
        return [recipe.what, *(str(ports[name]) for name in needed)]
    source = (SOURCES / f"golden/{recipe.program}.java").read_text(encoding="utf-8")
    return None if "arguments[1]" in source else [recipe.what]


def compile_programs(into):
    jars = ":".join(str(jar) for jar in sorted(LIBRARIES.glob("*.jar")))
    sources = sorted(str(file) for file in (SOURCES / "golden").glob("*.java"))
    subprocess.run(
        [needed_home(25) / "bin/javac", "--release", "21", "-nowarn", "-proc:none", "-parameters", "-d", into,
         "-sourcepath", SOURCES, "-cp", jars, *sources], check=True,
    )


def run(recipe, jdk_home, classes, given, unpin=""):
    """The sites of one run that kept a carrier for long, or what went wrong as a text."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        options = f"start=before-main,threshold=20ms,monitor.threshold=20ms,report={report}" + (f",unpin={unpin}" if unpin else "")
        path = ":".join([str(classes), *(str(LIBRARIES / jar) for jar in recipe.jars)])
        command = [
            jdk_home / "bin/java", *FLAGS, f"-javaagent:{JAR}={options}", "-cp", path,
            "golden.Awaits", f"golden.{recipe.program}", *given,
        ]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
            killer = threading.Timer(120, program.kill)
            killer.start()
            said = []
            for line in program.stderr:
                said.append(line.strip())
                if line.startswith("vt-monitor: watching"):
                    break
            with contextlib.suppress(BrokenPipeError):
                _, rest = program.communicate("g")
                said += rest.strip().splitlines()
            killer.cancel()
        if program.returncode or not report.exists():
            return f"ended with {program.returncode}: {(said or ['no word'])[-1][:200]}"
        sites = json.loads(report.read_text(encoding="utf-8"))["sites"]
        return [site for site in sites if site["pinnedSeconds"] >= LONG]


def methods(site):
    return {f"{holder['className']}.{holder['methodName']}" for holder in site["holders"]}


def left(site, sites, of=None):
    """Seconds of what the same frames hold there."""
    wanted = methods(site) if of is None else of
    return sum(other["pinnedSeconds"] for other in sites if methods(other) & wanted)


def numbers(version):
    return tuple(int(part) for part in re.findall(r"\d+", version))


def artifact(library):
    return re.match(r"(.+?)-\d", library).group(1)


def newer_release(recipe, site, all_of_them):
    """The recipe with the release that the advice names, or a later one; None where it names none or it is not here."""
    cure = site["advice"].get("cure") or {}
    release = re.search(r"to (\d[\w.\-]*)", cure.get("what", "")) if cure.get("kind") == "release" else None
    if release is None:
        return None
    for other in all_of_them:
        same = other.program == recipe.program and other.what == recipe.what and artifact(other.library) == artifact(recipe.library)
        if same and numbers(other.library[len(artifact(other.library)):]) >= numbers(release.group(1)):
            return other
    return None


class Row:
    """A site of JDK 21, what is said of it, and what happened."""

    def __init__(self, recipe, site):
        self.recipe, self.site, self.kinds = recipe, site, {}

    def judged(self, kind, said, happened, true):
        self.kinds[kind] = (said, happened, true)

    def cells(self):
        cells = []
        for kind in ("jdk", "unpin", "upgrade"):
            said, happened, true = self.kinds.get(kind, ("–", "–", None))
            cells += [said, happened + ("" if true is not False else " **refuted**")]
        return (self.recipe.library, self.recipe.what, f"`{self.site['id']}`".replace("|", "/"), f"{self.site['pinnedSeconds'] * 1000:.0f}", *cells)


def millis(seconds):
    return "0" if seconds == 0 else f"{seconds * 1000:.0f}"


def by_jdk(row, runs):
    verdict = row.site["verdict"]
    counts = {jdk: left(row.site, sites) for jdk, sites in runs.items()}
    true = {
        "gone_on_24": not any(counts.values()),
        "stays": all(counts.values()),
        "eased_on_26": all(seconds <= row.site["pinnedSeconds"] / 2 for jdk, seconds in counts.items() if jdk >= 26),
    }.get(verdict)
    row.judged("jdk", verdict.replace("_", " "), ", ".join(millis(counts[jdk]) for jdk in sorted(counts)), true)


def judged(recipe, everything, homes, classes, ports):
    """Rows, and runs without an answer."""
    given = arguments(recipe, ports)
    rows, failed = [], []

    def tried(what, other, home, unpin=""):
        sites = run(other, home, classes, arguments(other, ports), unpin)
        sites = run(other, home, classes, arguments(other, ports), unpin) if isinstance(sites, str) else sites
        if isinstance(sites, str):
            failed.append(f"{other.library} {other.what} {what} {sites}")
        return sites

    on21 = tried("on JDK 21", recipe, homes[21])
    if not on21 and recipe.pins:
        failed.append(f"{recipe.library} {recipe.what} on JDK 21 does not pin as the golden stack did")
    if isinstance(on21, str) or not on21:
        return rows, failed
    newer = {jdk: tried(f"on JDK {jdk}", recipe, homes[jdk]) for jdk in NEWER if homes.get(jdk)}
    newer = {jdk: sites for jdk, sites in newer.items() if not isinstance(sites, str)}
    for site in on21:
        row = Row(recipe, site)
        by_jdk(row, newer)
        offer = site["advice"].get("unpin")
        if offer and offer["patterns"]:
            sites = tried("with unpin", recipe, homes[21], ";".join(offer["patterns"]))
            if not isinstance(sites, str):
                rest = left(site, sites)
                frees = not offer["keeps"]
                said = ("frees: " if frees else "keeps: ") if offer["planned"] else "may free: "
                true = (rest == 0) == frees if offer["planned"] else None
                row.judged("unpin", said + ", ".join(offer["patterns"]), millis(rest), true)
        upgrade = newer_release(recipe, site, everything)
        if upgrade:
            sites = tried("after the upgrade", upgrade, homes[21])
            if not isinstance(sites, str):
                removed = {f"{name['className']}.{name['methodName']}" for name in site["advice"]["removes"]}
                rest = left(site, sites, removed)
                row.judged("upgrade", f"frees: {upgrade.library}", millis(rest), rest == 0)
        rows.append(row)
    return rows, failed


def check(homes, only=("",)):
    """Prints a row for each site as it is known; true where nothing is refuted and each run gave an answer."""
    subprocess.run([ROOT / ".mvn/golden-jars", LIBRARIES, pathlib.Path.home() / ".m2/repository"], check=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the servers end with it
    everything = recipes()
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        compile_programs(folder)
        chosen = [recipe for recipe in everything if any(part in recipe.library for part in only)]
        with servers(chosen) as ports:
            runnable = [recipe for recipe in chosen if arguments(recipe, ports) is not None]
            print(table(COLUMNS, []), end="", flush=True)
            results = []
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for found, lines in pool.map(lambda recipe: judged(recipe, everything, homes, folder, ports), runnable):
                    results.append((found, lines))
                    print("".join(f"| {' | '.join(row.cells())} |\n" for row in found), end="", flush=True)
    finally:
        shutil.rmtree(folder)
    rows = [row for found, _ in results for row in found]
    failed = [line for _, lines in results for line in lines]
    names = sorted({f"{recipe.library} {recipe.what}" for (found, _), recipe in zip(results, runnable) if not found})
    if names:
        print(f"\nNothing pins for long on JDK 21 in {', '.join(names)}.")
    missing = sorted(f"{recipe.library} {recipe.what}" for recipe in chosen if recipe not in runnable)
    if missing:
        print(f"\nNot run, for want of a server: {', '.join(missing)}.")
    kinds = collections.Counter(kind for row in rows for kind, (_, _, true) in row.kinds.items() if true is not None)
    wrong = [f"{row.recipe.library} {row.recipe.what}: {row.site['id']}: {kind}: said {said}, happened {happened}"
             for row in rows for kind, (said, happened, true) in row.kinds.items() if true is False]
    told = ", ".join(f"{kinds[kind]} of {name}" for kind, name in (("jdk", "newer JDKs"), ("unpin", "unpin"), ("upgrade", "upgrades")))
    print(f"\n{len(rows)} sites of {len({row.recipe.library for row in rows})} libraries; predictions run: {told};"
          f" {len(wrong)} refuted, {len(failed)} runs without an answer")
    print("".join(f"  {each}\n" for each in wrong + failed), end="")
    return bool(rows) and not wrong and not failed
