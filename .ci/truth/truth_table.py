"""What is true of programs of io.vtmonitor.truth, stall, and waiting, by JDK and by who is asked: the table of
same-answer.
"""
import dataclasses

from project import JDKS

LIVE, RECORDING, OWN_DUMP, DUMPS, PLAIN, PRINT = (
    "live", "recording", "stall's dump", "dumps", "plain dumps", "Thread.print")
SOURCES = (LIVE, RECORDING, OWN_DUMP, DUMPS, PLAIN, PRINT)
OF_DUMPS = (OWN_DUMP, DUMPS, PLAIN, PRINT)


@dataclasses.dataclass(frozen=True)
class Truth:
    """What has to be said. A stall has the kind stall:PATTERN; one that calls itself a deadlock is one, too."""

    kinds: tuple = ()  # any of these; none: nothing is wrong, and nothing may be said
    names: tuple = ()  # threads that have to be named
    also: tuple = ()  # kinds that may be said besides, since they are true, too


NOTHING = Truth()


@dataclasses.dataclass(frozen=True)
class Program:
    """Truth by JDK, and where silence is right since the source does not show it."""

    truth: dict  # without the JDKs on which it comes to an end, or stalls in another way
    unknown: object = lambda jdk, source: False
    parallelism: int = 2
    libraries: tuple = ()
    alone: bool = False  # it takes all processors
    main: tuple = ()  # class and arguments where it is none of io.vtmonitor.truth
    printed: tuple = ()  # JDKs whose Thread.print shows it: its virtual threads are mounted, and stacks are shown

    def cannot_know(self, jdk, source):
        if source == PRINT and self.truth[jdk].kinds:
            return jdk not in self.printed
        return self.unknown(jdk, source)

    def named(self, jdk, source):
        """The threads that have to be named: Thread.print has no names of virtual threads."""
        return () if source == PRINT else self.truth[jdk].names


def on_all(truth):
    return {jdk: truth for jdk in JDKS}


def on_21(truth, later):
    return {jdk: truth if jdk == 21 else later for jdk in JDKS}


def only_stacks(jdk, source):
    """Dumps of JDK 21 show neither states nor owners."""
    return source in OF_DUMPS and jdk == 21


def no_owner(jdk, source):
    """Dumps of JDK 25 show no owner of a lock, either."""
    return source in OF_DUMPS and jdk < 26


def no_dump_shows(_jdk, source):
    """What queues in a pool, who has a read lock, who computes or keeps others from carriers. The agent knows, and its
    recording can contain all that the agent says.
    """
    return source in OF_DUMPS


def two_dumps(unknown):
    """One dump alone does not show that it lasts."""
    return lambda jdk, source: source == OWN_DUMP or unknown(jdk, source)


def never(_jdk, _source):
    return False


def on(jdks, truth):
    return {jdk: truth for jdk in jdks}


def stall(name):
    """A program of the tests of stalls, for two carriers."""
    return "io.vtmonitor.stall." + name, "2"


def waiting(name):
    return "io.vtmonitor.waiting.Waiting", name


PROGRAMS = {
    "CrossedLocks": Program(on_all(Truth(("deadlock",), ("credit", "debit"))), no_owner),
    "CrossedLocksInMonitors": Program(on_all(Truth(("deadlock",), ("credit", "debit"))), no_owner),
    "CrossedMonitors": Program(on_all(Truth(("deadlock",), ("credit", "debit"))), only_stacks),
    "CrossedWithPlatformThread": Program(on_all(Truth(("deadlock",), ("booker", "closer"))), only_stacks),
    "CrossedClassLoads": Program(
        on_all(Truth(("deadlock",), ("invoices", "orders"))), only_stacks, printed=(25, 26, 27)),
    "NestedMapComputations": Program(on_all(Truth(("deadlock",), ("database", "network"))), only_stacks),
    "PoolWaitsForItself": Program(
        on_all(Truth(("deadlock",), ("renderer-1", "renderer-2", "renderer-3", "renderer-4"))), no_dump_shows),
    "WriteLockWithinReadLock": Program(on_all(Truth(("deadlock",), ("upgrader",))), no_dump_shows),
    # In a dump the writer may be the reader itself.
    "ReaderBeforeWriter": Program(on_all(Truth(("lock_convoy",))), no_dump_shows),
    # On JDK 21 its dumps show the frame in which a pinned thread parks.
    "PinnedReadForever": Program(on_21(Truth(("fact:carrier_held",)), NOTHING), printed=(21,)),
    "InitializerJoins": Program(
        {21: Truth(("stall:class_initializer", "deadlock"), ("initializer",)),
         25: Truth(("stall:class_initializer", "deadlock"), ("initializer",)), 26: NOTHING, 27: NOTHING}, no_dump_shows),
    "LockConvoy": Program(on_all(Truth(("lock_convoy",))), two_dumps(no_owner)),
    "SleepsWithMonitor": Program(
        on_21(Truth(("stall:pins", "lock_convoy"), ("owner",)), Truth(("lock_convoy",), ("owner",))),
        only_stacks),
    "ExhaustedPool": Program(
        on_all(Truth(("pool_exhausted",))), two_dumps(never),
        libraries=("HikariCP-7.1.0.jar", "h2-2.5.252.jar", "slf4j-api-2.0.20.jar")),
    # Plain dumps have no count of their threads, so the owner may be one that they do not list.
    "OwnerHasEnded": Program(
        on_all(Truth(("stuck",))), lambda jdk, source: source == PLAIN or two_dumps(no_owner)(jdk, source)),
    "CarriersCompute": Program(
        on_all(Truth(("stall:cpu", "carrier_hog"), ("cruncher-0", "cruncher-1"))), no_dump_shows, alone=True),
    "HealthyServer": Program(on_all(NOTHING)),
    "IdleWorkers": Program(on_all(NOTHING)),
    "LockWithoutCarrier": Program(
        on((21,), Truth(("stall:lock_without_carrier",), ("next-in-line",))), no_dump_shows,
        main=stall("LockWithoutCarrier")),
    "OwnerWithoutCarrier": Program(
        on((21,), Truth(("stall:lock_without_carrier",), ("owner",))), no_dump_shows, main=stall("OwnerWithoutCarrier")),
    "PinnedForLong": Program(
        on((21,), Truth(("stall:pins",), ("pinned-0", "pinned-1"))), no_dump_shows, main=stall("PinnedForLong")),
    "BlockedInitializer": Program(
        on((25,), Truth(("stall:class_initializer",), ("initializer",))), no_dump_shows, main=stall("BlockedInitializer")),
    "CyclicInitializers": Program(
        on_all(Truth(("deadlock",), ("left", "right"))), no_dump_shows, main=stall("CyclicInitializers")),
    "Waiting lock": Program(on((21, 25), Truth(("lock_convoy",))), two_dumps(no_owner), main=waiting("lock")),
    "Waiting deadlock": Program(
        on_all(Truth(("deadlock",), ("one", "other"))), no_owner, main=waiting("deadlock")),
    "Waiting mixed_deadlock": Program(
        on((25, 26, 27), Truth(("deadlock",), ("platform", "virtual"))), no_owner, main=waiting("mixed_deadlock")),
    "Waiting abandoned": Program(
        on((21,), Truth(("stuck",), also=("stall:pins",))),  # three threads in Object.wait pin the carriers there
        no_dump_shows, main=waiting("abandoned")),
}

SAMPLE = (("CrossedLocksInMonitors", 21), ("CrossedMonitors", 25), ("WriteLockWithinReadLock", 25), ("IdleWorkers", 21))
