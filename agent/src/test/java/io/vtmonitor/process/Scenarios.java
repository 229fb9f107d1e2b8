package io.vtmonitor.process;

import static io.vtmonitor.process.Truth.absent;
import static io.vtmonitor.process.Truth.held;
import static io.vtmonitor.process.Truth.holds;
import static io.vtmonitor.process.Truth.holdsLikely;
import static io.vtmonitor.process.Truth.silent;

import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.scenario.Scenario;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The catalogue: every program of {@link io.vtmonitor.scenario} and the truth about it on JDK 21, on 25, and from 26
 * on. Each row was measured with the JDK's own recorder (21.0.8, 25.0.3, 26.0.2, 27.0.1, stack depth 256) before any of
 * our code ran; early builds of 28 are held to what is true on 27.
 */
public enum Scenarios {
    // One monitor: a pin on 21, nothing since JEP 491.
    SLEEP_IN_BLOCK("SleepInBlock", monitor(Operation.SLEEP, "hold"), silent()),
    SLEEP_IN_INSTANCE_METHOD("SleepInInstanceMethod", monitor(Operation.SLEEP, "hold"), silent()),
    SLEEP_IN_STATIC_METHOD("SleepInStaticMethod", monitor(Operation.SLEEP, "hold"), silent()),
    SOCKET_READ_IN_BLOCK("SocketReadInBlock", monitor(Operation.SOCKET_READ, "hold"), silent()),
    PARK_IN_BLOCK("ParkInBlock", monitor(Operation.PARK, "hold"), silent()),
    LOCK_IN_BLOCK("LockInBlock", monitor(Operation.LOCK, "hold"), silent()),
    MAP_COMPUTES(
            "MapComputes",
            monitor(Operation.SLEEP, "java.util.concurrent.ConcurrentHashMap.computeIfAbsent"),
            silent()),
    DEEP_STACK("DeepStack", monitor(Operation.SLEEP, "hold"), silent()),
    NESTED_MONITORS("NestedMonitors", monitor(Operation.SLEEP, "inner", "outer"), silent()),

    // On 21 these are told by the monitor events alone.
    CONTENDED_ENTER("ContendedEnter", enter(holds("enter", Hold.MONITOR_ENTER)), silent()),
    CONTENDED_ENTER_IN_BLOCK(
            "ContendedEnterInBlock", enter(holds("enter", Hold.MONITOR_ENTER), holds("hold", Hold.MONITOR)), silent()),
    WAIT_WITH_TIMEOUT("WaitWithTimeout", await(holds("await", Hold.OBJECT_WAIT)), silent()),
    WAIT_AND_NOTIFY("WaitAndNotify", await(holds("await", Hold.OBJECT_WAIT)), silent()),
    WAIT_IN_BLOCK("WaitInBlock", await(holds("await", Hold.OBJECT_WAIT), holds("hold", Hold.MONITOR)), silent()),
    // Nothing in the class file says that the outer monitor is another than the one that the wait gives back.
    WAIT_IN_ANY_BLOCK(
            "WaitInAnyBlock", await(holds("await", Hold.OBJECT_WAIT), holdsLikely("hold", Hold.MONITOR)), silent()),
    JOINS_PLATFORM_THREAD("JoinsPlatformThread", await(holds("java.lang.Thread.join", Hold.OBJECT_WAIT)), silent()),

    // Native and VM frames pin on every JDK.
    NATIVE_CALL("NativeCall", nativeCall(Operation.SLEEP), nativeCall(Operation.SLEEP), Flags.NATIVE_REFLECTION),
    NATIVE_CALL_ENTERS(
            "NativeCallEnters",
            enter(holds("enter", Hold.MONITOR_ENTER), holds(Flags.NATIVE_INVOKE, Hold.NATIVE)),
            nativeCall(Operation.MONITOR_ENTER),
            Flags.NATIVE_REFLECTION),
    NATIVE_CALL_WAITS(
            "NativeCallWaits",
            await(holds("await", Hold.OBJECT_WAIT), holds(Flags.NATIVE_INVOKE, Hold.NATIVE)),
            nativeCall(Operation.OBJECT_WAIT),
            Flags.NATIVE_REFLECTION),
    UPCALL_SLEEPS(
            "UpcallSleeps",
            absent(),
            held(Reason.NATIVE, Operation.SLEEP, holds("sort", Hold.UPCALL)),
            "--enable-native-access=ALL-UNNAMED"),
    CLASS_INIT("ClassInit", classInit(), classInit()),
    CLASS_INIT_BY_NAME("ClassInitByName", classInit(), classInit()),
    CLASS_INIT_WAIT("ClassInitWait", classInitWait(), classInitWait()),
    CLASS_INIT_WAIT_BY_NAME(
            "ClassInitWait",
            classInitWaitIn("java.lang.Class.forName0"),
            classInitWaitIn("java.lang.Class.forName0"),
            Flags.WAY + "name"),
    CLASS_INIT_WAIT_BY_SUBCLASS(
            "ClassInitWait", classInitWait().unforeseen(), classInitWait().stays(), Flags.WAY + "subclass"),
    CLASS_INIT_WAIT_BY_REFLECTION(
            "ClassInitWait",
            classInitWaitIn(Flags.INITIALIZE),
            classInitWaitIn(Flags.INITIALIZE),
            Flags.WAY + "reflection"),
    CLASS_INIT_WAIT_BY_HANDLE(
            "ClassInitWait",
            classInitWaitIn(Flags.INITIALIZE),
            classInitWaitIn(Flags.INITIALIZE),
            Flags.WAY + "handle"),
    CLASS_LOAD("ClassLoad", classLoad(), classLoad()),
    CLASS_LOAD_BY_NAME("ClassLoadByName", classLoad(), classLoad()),
    CRITICAL_SECTION("CriticalSection", criticalSectionIn("hold"), criticalSectionIn("hold"), Flags.CONTINUATION),
    CRITICAL_SECTION_BY_REFLECTION(
            "CriticalSectionByReflection",
            criticalSectionIn("lambda$main$0"),
            criticalSectionIn("lambda$main$0"),
            Flags.CONTINUATION),

    // The carrier is busy, not pinned.
    FIFO_READ("FifoRead", silent(), silent()),
    YIELD_IN_BLOCK("YieldInBlock", silent(), silent()),
    SPIN_IN_BLOCK("SpinInBlock", silent(), silent()),

    // The cures.
    SLEEP_FREE("SleepFree", silent(), silent()),
    SLEEP_IN_LOCK("SleepInLock", silent(), silent()),
    SOCKET_READ_FREE("SocketReadFree", silent(), silent()),
    LOCK_CONTENTION("LockContention", silent(), silent()),
    CONDITION_AWAIT("ConditionAwait", silent(), silent()),
    REFLECTIVE_CALL("ReflectiveCall", silent(), silent()),
    CLASS_INIT_BEFORE("ClassInitBefore", silent(), silent()),
    PROCESS_WAIT("ProcessWait", silent(), silent());

    private static final Set<Scenarios> FREED =
            EnumSet.of(SLEEP_IN_BLOCK, CONTENDED_ENTER, WAIT_WITH_TIMEOUT, FIFO_READ);

    private final String program;
    private final Truth on21;
    private final Truth on25;
    private final List<String> flags;

    Scenarios(String simpleName, Truth on21, Truth on25, String... flags) {
        this.program = Scenario.class.getPackageName() + "." + simpleName;
        this.on21 = on21;
        this.on25 = on25;
        this.flags = List.of(flags);
    }

    /** Names that rows share; a constant's arguments can't use fields of its own enum. */
    private static final class Flags {
        static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";
        static final String INITIALIZE = "jdk.internal.misc.Unsafe.ensureClassInitialized0";
        static final String WAY = "-Dway=";
        static final String CONTINUATION = "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";
        static final String NATIVE_INVOKE = "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0";
    }

    /** Full name of the main class. */
    public String program() {
        return program;
    }

    /** What the JVM needs besides the class path. */
    public List<String> flags() {
        return flags;
    }

    /** What a report must say. */
    public Truth truth(int jdk) {
        return switch (jdk) {
            case 21 -> on21;
            case 25 -> on25;
            // JDK-8369238: the wait for a class that is being initialized unmounts.
            case 26, 27, 28 -> this == CLASS_INIT_WAIT ? silent() : on25;
            default -> throw new IllegalArgumentException("nothing was measured on JDK " + jdk);
        };
    }

    public boolean runsOn(int jdk) {
        return truth(jdk).kind() != Truth.Kind.ABSENT;
    }

    /** On what comes after 25: what still pins there, and what must not; the cures are permanent. */
    public boolean isWorthwhileOn(int jdk) {
        return jdk <= 25 || on25.pins() || FREED.contains(this);
    }

    /** As a test's name shows it. */
    @Override
    public String toString() {
        String name = program.substring(program.lastIndexOf('.') + 1);
        String flag = flags.isEmpty() ? "" : flags.get(0);
        return flag.startsWith(Flags.WAY) ? name + ":" + flag.substring(Flags.WAY.length()) : name;
    }

    private static Truth monitor(Operation operation, String... methods) {
        Truth.Holds[] holders = List.of(methods).stream()
                .map(method -> holds(method, Hold.MONITOR))
                .toArray(Truth.Holds[]::new);
        return held(Reason.MONITOR, operation, holders);
    }

    private static Truth enter(Truth.Holds... holders) {
        return held(Reason.MONITOR_ENTER, Operation.MONITOR_ENTER, holders);
    }

    private static Truth await(Truth.Holds... holders) {
        return held(Reason.OBJECT_WAIT, Operation.OBJECT_WAIT, holders);
    }

    private static Truth nativeCall(Operation operation) {
        return held(Reason.NATIVE, operation, holds(Flags.NATIVE_INVOKE, Hold.NATIVE));
    }

    private static Truth classInit() {
        return held(Reason.CLASS_INIT, Operation.SLEEP, holds("$Slow.<clinit>", Hold.CLASS_INIT));
    }

    private static Truth classInitWait() {
        return held(Reason.CLASS_INIT_WAIT, Operation.CLASS_INIT_WAIT, holds("$User.run", Hold.CLASS_INIT_WAIT));
    }

    /** The way in is native code, which keeps the carrier by itself. */
    private static Truth classInitWaitIn(String nativeMethod) {
        return held(
                Reason.CLASS_INIT_WAIT,
                Operation.CLASS_INIT_WAIT,
                holds("$User.run", Hold.CLASS_INIT_WAIT),
                holds(nativeMethod, Hold.NATIVE));
    }

    private static Truth criticalSectionIn(String method) {
        return held(Reason.CRITICAL_SECTION, Operation.SLEEP, holds(method, Hold.CRITICAL_SECTION));
    }

    private static Truth classLoad() {
        return held(Reason.CLASS_LOAD, Operation.SLEEP, holds("$SlowLoader.loadClass", Hold.CLASS_LOAD));
    }
}
