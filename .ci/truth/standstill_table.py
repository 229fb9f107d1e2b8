"""What is true of the programs of io.vtmonitor.standstill, and what each source can't show of it: the table of
standstills.
"""
import dataclasses

from project import JDKS

LIVE, JSON, HEAP = "live", "JSON dump", "heap dump"
SOURCES = (LIVE, JSON, HEAP)

# What a source has to show to know of a standstill.
LOCK, MONITOR, READER, TASK, END, PLATFORM_END, CLASS, BORROWER, UNWATCHED, CARRIER, ENDED, TIME, STATE, FRAMES = (
    "the owner of a lock", "the owner of a monitor", "the holder of a read lock", "who runs a task",
    "which thread is joined", "which platform thread is joined", "who initializes a class", "who has a connection",
    "who has a connection of a pool that the agent does not watch", "which carriers make no progress",
    "that an owner has ended", "for how long it is so", "what threads wait for",
    "where they wait")


@dataclasses.dataclass(frozen=True)
class Limit:
    """What a source can't show, and the kinds of limits by which its report says so; none if only documents do."""

    hides: tuple
    says: str
    kinds: tuple = ()


LIMITS = {
    (LIVE, 21): [Limit((PLATFORM_END,), "joins of platform threads are shown from JDK 25 on",
                       ("waits_for_monitors",))],
    (JSON, 21): [Limit((LOCK, MONITOR, READER, TASK, END, CLASS, BORROWER, CARRIER, ENDED, TIME, STATE), "frames only",
                       ("dumps_without_states",))],
    (JSON, 25): [Limit((LOCK, ENDED), "no owners of locks", ("dumps_without_owners",))],
}
for of_jdk in (25, 26, 27):
    LIMITS.setdefault((JSON, of_jdk), []).extend([
        Limit((CLASS,), "who waits for a class isn't shown", ("initializers_in_dump", "dumps_without_holders")),
        Limit((READER, TASK, END, BORROWER), "who has what isn't in the file",
              ("dumps_without_holders", "dumps_without_owners")),
        Limit((CARRIER,), "an instant shows no scheduling", ("dumps_without_holders",)),
    ])
for of_jdk in JDKS:
    LIMITS.setdefault((LIVE, of_jdk), []).append(
        Limit((UNWATCHED,), "Druid and Vibur are not watched", ("pool_not_watched",)))
    LIMITS[HEAP, of_jdk] = [Limit((TIME, CARRIER), "an instant", ("heap_dumps_without_time",))]
LIMITS[HEAP, 21].append(Limit((FRAMES,), "no frames of unmounted threads", ("heap_dumps_without_stacks",)))
# Sources whose stacks of unmounted threads are empty: places are not asked for.
WITHOUT_FRAMES = {(HEAP, 21)}


@dataclasses.dataclass(frozen=True)
class Truth:
    """What has to be said."""

    kinds: tuple = ()  # any of these; none: there are facts only
    names: tuple = ()  # threads that have to be named
    took: tuple = ()  # methods that took what is waited for: each has to be named, or be on the stack of the holder
    needs: tuple = ()  # what a source has to show
    also: tuple = ()  # kinds that may be said besides or instead where the source can't know more
    others: str = ""  # further names that may be said, as a regular expression: those who wait
    site: str = ""  # where the waiting threads are
    waiting: int = 0  # so many of them


@dataclasses.dataclass(frozen=True)
class Standstill:
    """A program, its truth by JDK, and how it is run."""

    kind: str
    truth: dict
    libraries: tuple = ()
    options: tuple = ()
    alone: bool = False


def on(truth, *jdks):
    return {jdk: truth for jdk in jdks or JDKS}


def deadlock(names, took, needs, others="", also=(), **more):
    return Truth(("deadlock",), names, took, needs, also, others, **more)


def convoy(took, needs, names=("owner",), others=r"client-\d+", **more):
    return Truth(("lock_convoy",), names, took, needs, (), others, **more)


def facts(site, waiting=12):
    return Truth(needs=(STATE, FRAMES), others=r"waiter-\d+", site=site, waiting=waiting)


def pooled(truth, *libraries):
    return Standstill("pool of connections", on(truth), ("h2-2.5.252.jar", "slf4j-api-2.0.20.jar", *libraries))


def scoped(truth):
    return Standstill("structured scopes", on(truth), options=("--enable-preview",))


HIKARI = ("HikariCP-7.1.0.jar",)
DBCP2 = ("commons-dbcp2-2.14.0.jar", "commons-pool2-2.13.1.jar", "commons-logging-1.3.5.jar")
TOMCAT = ("tomcat-jdbc-10.1.48.jar", "tomcat-juli-10.1.48.jar")
# The agent names the places where connections were borrowed, not the threads.
TWICE = deadlock((), ("Connections.order",), (BORROWER, FRAMES), r"(order|query)-\d+", ("pool_exhausted",))
TWICE_UNWATCHED = dataclasses.replace(TWICE, needs=(BORROWER, UNWATCHED, FRAMES))
EXHAUSTED = Truth(("pool_exhausted",), (), ("Connections.report",), (TIME, BORROWER), (), r"(report|query)-\d+")
# Those who borrowed have ended.
LEAKED = Truth(("pool_exhausted",), (), (), (TIME, BORROWER), (), r"(careless|query)-\d+")
PAIR = ("credit", "debit")
# A thread that waits for a class keeps its carrier on these.
PINNED_BY_CLASSES = (21, 25)

STANDSTILLS = {
    # deadlocks of locks
    "locks-two": Standstill("locks", on(deadlock(PAIR, ("Locks.debit", "Locks.credit"), (LOCK,)))),
    "locks-fair": Standstill("locks", on(deadlock(PAIR, ("Locks.debit", "Locks.credit"), (LOCK,)))),
    "locks-three": Standstill("locks", on(deadlock(("buyer", "packer", "seller"), ("Locks.debit",), (LOCK,)))),
    "locks-crowd": Standstill("locks", on(deadlock(PAIR, ("Locks.debit", "Locks.credit"), (LOCK,), r"reader-\d+"))),
    "locks-platform": Standstill(
        "locks", on(deadlock(("closer", "debit"), ("Locks.debit", "Locks.credit"), (LOCK,)))),
    "locks-in-monitors": Standstill("locks", on(deadlock(PAIR, ("Locks.debit",), (LOCK,)))),
    "write-locks": Standstill("locks", on(deadlock(PAIR, ("Locks.debit", "Locks.credit"), (LOCK,)))),
    "read-behind-write": Standstill(
        "locks", on(deadlock(("journalist", "writer"), ("Locks.debit", "Locks.credit"), (LOCK,)))),
    "upgrade": Standstill("locks", on(deadlock(("upgrader",), (), (READER,)))),
    # owners that have ended
    "owner-ended": Standstill("owner has ended", on(
        Truth(("stuck",), (), (), (ENDED, TIME), ("lock_convoy",), r"careless|patient-\d+"))),
    "writer-ended": Standstill("owner has ended", on(
        Truth(("stuck",), (), (), (ENDED, TIME), ("lock_convoy",), r"careless|patient-\d+"))),
    "owner-ended-platform": Standstill("owner has ended", on(
        Truth(("stuck",), (), (), (ENDED, TIME), ("lock_convoy",), r"careless|patient-\d+"))),
    # deadlocks of monitors
    "monitors-two": Standstill("monitors", on(deadlock(PAIR, ("Monitors.debit", "Monitors.credit"), (MONITOR,)))),
    "monitors-three": Standstill("monitors", on(deadlock(
        ("buyer", "packer", "seller"), ("Monitors.buy", "Monitors.sell", "Monitors.pack"), (MONITOR,)))),
    "monitors-crowd": Standstill("monitors", on(deadlock(
        PAIR, ("Monitors.debit", "Monitors.credit"), (MONITOR,), r"reader-\d+"))),
    "monitors-platform": Standstill("monitors", on(deadlock(
        ("closer", "debit"), ("Monitors.debit", "Monitors.credit"), (MONITOR,)))),
    "monitor-and-lock": Standstill("monitor and lock", on(deadlock(
        PAIR, ("Monitors.debitWithLock", "Monitors.lockAndCredit"), (MONITOR, LOCK)))),
    "monitor-lock-join": Standstill("monitor and lock", on(deadlock(
        ("child", "debit", "parent"), ("Monitors.debitWithLock", "Monitors.lockAndJoin"), (MONITOR, LOCK, END)))),
    # ends and results
    "join-each-other": Standstill("join", on(deadlock(("left", "right"), (), (END,)))),
    "join-and-lock": Standstill("join", on(deadlock(("child", "parent"), ("Results.lockAndJoin",), (LOCK, END)))),
    "join-platform": Standstill("join", on(deadlock(
        ("child", "parent"), ("Results.lockAndJoinPlatform",), (LOCK, END, PLATFORM_END)))),
    "future-tasks": Standstill("task", on(deadlock(("left", "right"), (), (TASK,)))),
    "future-and-lock": Standstill("task", on(deadlock(("child", "parent"), ("Results.lockAndGet",), (LOCK, TASK)))),
    "worker-pool": Standstill("workers", on(deadlock(
        ("renderer-1", "renderer-2", "renderer-3"), (), (TASK,), r"page-\d+"))),
    "worker-alone": Standstill("workers", on(deadlock(("renderer-1",), (), (TASK,), r"page-\d+"))),
    "worker-virtual": Standstill("workers", on(deadlock(("renderer-1", "renderer-2"), (), (TASK,), r"page-\d+"))),
    "worker-pools-crossed": Standstill("workers", on(deadlock(("image-1", "text-1"), (), (TASK,), r"page-\d+"))),
    "supply-async": Standstill("workers", on(deadlock(("supplier-1", "supplier-2"), (), (TASK,), r"page-\d+"))),
    # structured scopes
    "scope-and-lock": scoped(deadlock(("child", "parent"), ("Scopes.lockAndFork",), (LOCK,))),
    "scope-platform": scoped(deadlock(("child", "parent"), ("Scopes.lockAndFork",), (LOCK,))),
    "scopes-nested": scoped(deadlock(("child", "grandparent", "parent"), ("Scopes.lockAndForkTwice",), (LOCK,))),
    "scope-semaphore": scoped(facts("Scopes.forkAndJoin")),
    # classes
    "initializers-two": Standstill("class initializers", on(deadlock(("left", "right"), (), (CLASS,)))),
    "initializer-and-lock": Standstill("class initializers", on(deadlock(
        ("owner", "registrar"), ("Initializers.lockAndUseRegistry",), (CLASS, LOCK)))),
    "initializer-joins": Standstill("class initializers", on(deadlock(("initializer", "loader"), (), (CLASS, END)))),
    "initializer-sleeps": Standstill("class initializers", {
        **on(Truth(("stall:class_initializer", "lost_carrier"), ("initializer",), (), (CARRIER, CLASS), (),
                   r"user-\d+"), *PINNED_BY_CLASSES),
        **on(Truth(("lock_convoy",), ("initializer",), (), (CLASS, TIME), (), r"user-\d+"), 26, 27)}),
    # crowds behind a lock
    "convoy-sleeps": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    "convoy-fair": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    # Without frames nothing tells that the owner reads from a socket, nor whether it waits for whatever comes.
    "convoy-socket": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK, FRAMES)))),
    "convoy-computes": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK, TIME))), alone=True),
    "convoy-condition": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    "convoy-latch": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    "convoy-chain": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,), ("last", "owner")))),
    "convoy-readers": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    "convoy-platform-owner": Standstill("convoy", on(convoy(("Convoys.own",), (LOCK,)))),
    "convoy-monitor": Standstill("convoy", {
        21: Truth(("stall:pins", "lock_convoy"), ("owner",), (), (MONITOR, CARRIER), (), r"client-\d+"),
        **on(convoy(("Convoys.ownMonitor",), (MONITOR,)), 25, 26, 27)}),
    # nobody answers
    "latch": Standstill("latch, phaser, exchanger", on(facts("Unanswered.awaitLatch"))),
    "phaser": Standstill("latch, phaser, exchanger", on(facts("Unanswered.awaitPhase"))),
    "exchanger": Standstill("latch, phaser, exchanger", on(facts("Unanswered.exchange"))),
    "barrier": Standstill("latch, phaser, exchanger", on(facts("Stand.meet"))),
    "promise": Standstill("latch, phaser, exchanger", on(facts("Unanswered.awaitPromise"))),
    "condition": Standstill("condition", on(facts("Unanswered.awaitCondition"))),
    "queue-take": Standstill("condition", on(facts("Unanswered.take"))),
    "queue-put": Standstill("condition", on(facts("Unanswered.put"))),
    "semaphore": Standstill("semaphore", on(facts("Unanswered.acquireTwice"))),
    # carriers
    "lock-without-carrier": Standstill("lock without carrier", on(Truth(
        ("stall:lock_without_carrier", "stuck", "lost_carrier"), ("next-in-line",), (), (CARRIER,), (),
        r"pinned-\d+"), 21)),
    "owner-without-carrier": Standstill("lock without carrier", on(Truth(
        ("stall:lock_without_carrier", "stuck", "lost_carrier"), ("owner",), (), (CARRIER,), (), r"pinned-\d+"), 21)),
    "lost-in-monitor": Standstill("lost carrier", on(Truth(
        ("lost_carrier",), ("session",), ("Carriers.awaitInMonitor",), (CARRIER, TIME)), 21)),
    "lost-in-initializer": Standstill("lost carrier", on(Truth(
        ("lost_carrier",), ("session",), ("Session.open",), (CARRIER, TIME)))),
    "lost-in-native": Standstill("lost carrier", on(Truth(
        ("lost_carrier",), ("session",), ("Carriers.awaitNever",), (CARRIER, TIME))),
        options=("-Djdk.reflect.useNativeAccessorOnly=true",)),
    # pools
    "pool-twice-hikari": pooled(TWICE, *HIKARI),
    "pool-twice-dbcp2": pooled(TWICE, *DBCP2),
    "pool-twice-pool2": pooled(TWICE, *DBCP2),
    "pool-twice-c3p0": pooled(TWICE, "c3p0-0.14.1.jar", "mchange-commons-java-0.6.1.jar"),
    "pool-twice-tomcat": pooled(TWICE, *TOMCAT),
    "pool-twice-agroal": pooled(
        TWICE, "agroal-api-2.8.jar", "agroal-pool-2.8.jar", "jakarta.transaction-api-1.3.3.jar",
        "jboss-logging-3.6.3.Final.jar"),
    "pool-twice-vibur": pooled(
        TWICE_UNWATCHED, "vibur-dbcp-26.0.jar", "vibur-object-pool-26.0.jar", "concurrentlinkedhashmap-lru-1.4.2.jar"),
    "pool-twice-druid": pooled(TWICE_UNWATCHED, "druid-1.2.27.jar"),
    "pools-crossed": pooled(deadlock(
        (), ("Connections.order",), (BORROWER, FRAMES), r"(audit|order|query)-\d+", ("pool_exhausted",)), *HIKARI),
    "pool-and-lock": pooled(deadlock(
        (), ("Connections.book", "Connections.keepBooks"), (BORROWER, LOCK, FRAMES),
        r"bookkeeper|order-\d+", ("pool_exhausted",)), *HIKARI),
    "pool-leaked-hikari": pooled(LEAKED, *HIKARI),
    "pool-leaked-dbcp2": pooled(LEAKED, *DBCP2),
    "pool-leaked-pool2": pooled(LEAKED, *DBCP2),
    "pool-slow-hikari": pooled(EXHAUSTED, *HIKARI),
    "pool-slow-tomcat": pooled(EXHAUSTED, *TOMCAT),
}

SAMPLE = (("locks-two", 21), ("monitors-two", 25), ("convoy-sleeps", 25), ("latch", 21), ("scope-and-lock", 26))
