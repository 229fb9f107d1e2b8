package io.vtmonitor.bytecode;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Frame;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Frames that are on a stack because of how the JDK does things, known by name: what parks and mounts virtual threads,
 * what the JVM calls by itself, what has no class file.
 */
public final class JdkFrames {
    private static final Set<String> SCHEDULER_CLASSES = Set.of(
            "java.lang.VirtualThread",
            "java.lang.VirtualThread$VThreadContinuation",
            "java.lang.VirtualThread$VThreadContinuation$1",
            "java.lang.ThreadBuilders$BoundVirtualThread",
            "jdk.internal.vm.Continuation",
            "jdk.internal.vm.ContinuationSupport",
            "jdk.internal.misc.VirtualThreads");

    /** Not {@code join}: it waits on the thread's monitor. */
    private static final String[] THREAD_METHODS = {"run", "sleep", "yield"};

    private static final String[] CLASS_PLUMBING = {
        "java.lang.Class",
        "java.lang.ClassLoader",
        "java.lang.invoke.",
        "java.lang.reflect.",
        "jdk.internal.reflect.",
        "jdk.internal.misc.Unsafe",
        "sun.misc.Unsafe"
    };

    /** What unpin's rewritten code calls in place of a monitor instruction, or of a method that needs a monitor. */
    private static final String MONITOR_RUNTIME = "java.lang.VtMonitor";

    /** Calls of pools are woven with it: it takes no monitor for others. */
    private static final String LENDING_HOOKS = MONITOR_RUNTIME + "LendingHooks";

    private static final Set<String> UNSAFE = Set.of("jdk.internal.misc.Unsafe", "sun.misc.Unsafe");

    /** Generated classes that pass calls on, and take no monitors. */
    private static final String[] PROXIES = {
        ".$Proxy", "$$SpringCGLIB$$", "$$EnhancerBySpringCGLIB$$", "$$EnhancerByCGLIB$$", "$$FastClass"
    };

    private static final String[] CALLED_BY_VM = {"jdk.internal.foreign.", "java.lang.invoke.", "sun.instrument."};

    private static final int MOST_TRAITS = 4_096;

    /** Stacks have many frames of few classes. */
    private static final Map<String, Traits> TRAITS = new ConcurrentHashMap<>();

    private JdkFrames() {}

    /** What the name of a class shows. */
    private record Traits(
            String type,
            boolean parks,
            boolean mayPark,
            boolean jdk,
            boolean hidden,
            boolean generated,
            boolean mayBeCalledByVm) {
        /** Several things are asked of a frame, and the next one is often of the same class. */
        private static volatile Traits last = new Traits("", false, false, false, false, false, false);

        static Traits of(String type) {
            Traits before = last;
            if (before.type.equals(type)) {
                return before;
            }
            Traits known = TRAITS.get(type);
            if (known != null) {
                last = known;
                return known;
            }
            boolean parks = SCHEDULER_CLASSES.contains(type) || isMonitorRuntime(type);
            boolean mayPark = type.equals("java.lang.Object")
                    || type.equals("java.lang.Thread")
                    || UNSAFE.contains(type)
                    || type.startsWith("java.lang.System$");
            boolean hidden = hasHiddenName(type);
            boolean generated = hidden || isProxy(type);
            boolean mayBeCalledByVm = startsWithAny(type, CALLED_BY_VM);
            Traits traits = new Traits(type, parks, mayPark, JdkNames.isJdk(type), hidden, generated, mayBeCalledByVm);
            if (TRAITS.size() >= MOST_TRAITS) {
                TRAITS.clear();
            }
            TRAITS.put(type, traits);
            return traits;
        }
    }

    private static boolean isProxy(String type) {
        for (String mark : PROXIES) {
            if (type.contains(mark)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWithAny(String text, String[] beginnings) {
        for (String beginning : beginnings) {
            if (text.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Parks, mounts or waits, or does so for code that unpin has rewritten: native or not, it never is what keeps the
     * carrier.
     */
    public static boolean isParkOrScheduler(Frame frame) {
        String type = frame.className();
        Traits traits = Traits.of(type);
        if (!traits.mayPark()) {
            return traits.parks();
        }
        String method = frame.methodName();
        return isWait(frame)
                || (type.equals("java.lang.Thread") && startsWithAny(method, THREAD_METHODS))
                || (UNSAFE.contains(type) && method.equals("park"))
                || (type.startsWith("java.lang.System$") && method.startsWith("parkVirtualThread"));
    }

    /** Takes and releases monitors, and the locks in their place, for code that unpin has rewritten. */
    static boolean isMonitorRuntime(String className) {
        return className.startsWith(MONITOR_RUNTIME) && !className.startsWith(LENDING_HOOKS);
    }

    /** Whether {@code Object.wait} is among the frames above that one: unpin's may lie in between. */
    public static boolean waitsAbove(List<Frame> frames, int top) {
        for (int i = 0; i < top; i++) {
            if (isWait(frames.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** {@code Object.wait} in any of its forms, the native one included. */
    public static boolean isWait(Frame frame) {
        return frame.className().equals("java.lang.Object")
                && frame.methodName().startsWith("wait");
    }

    /**
     * Reflection, method handles and class look-up: what stands between the JVM and whoever made a class initialize.
     */
    public static boolean isClassPlumbing(Frame frame) {
        String type = frame.className();
        for (String known : CLASS_PLUMBING) {
            if (known.endsWith(".") ? type.startsWith(known) : type.equals(known)) {
                return true;
            }
        }
        return false;
    }

    /** Belongs to the JDK. */
    public static boolean isJdk(Frame frame) {
        return Traits.of(frame.className()).jdk();
    }

    /** A hidden class: its name holds an address, it has no class file and takes no monitors. */
    public static boolean isHidden(Frame frame) {
        return Traits.of(frame.className()).hidden();
    }

    private static boolean hasHiddenName(String type) {
        return type.contains("$$Lambda")
                || (type.startsWith("java.lang.invoke.LambdaForm$") && type.endsWith("H"))
                || type.startsWith("jdk.internal.foreign.abi.UpcallStub")
                || type.startsWith("jdk.internal.foreign.abi.DowncallStub")
                || type.contains("+0x")
                || type.contains(".0x")
                || type.contains("/0x");
    }

    /** Made at run time to pass calls on: proxies and subclasses, often without a class file to read. */
    public static boolean isGenerated(Frame frame) {
        return Traits.of(frame.className()).generated();
    }

    /** Stands where a call was made that the class file does not show: hidden frames may have been left out. */
    static boolean isHiddenBetween(Frame above) {
        return isHidden(above) || above.methodName().startsWith("lambda$");
    }

    /** The hidden frame through which native code calls Java (foreign function API). */
    public static boolean isUpcallStub(Frame frame) {
        return frame.className().startsWith("jdk.internal.foreign.abi.UpcallStub");
    }

    /** What the JVM calls to load a class. */
    public static boolean isLoadClass(Frame frame) {
        return frame.methodName().equals("loadClass")
                && frame.descriptor().equals("(Ljava/lang/String;)Ljava/lang/Class;");
    }

    /** Agents change a class while the JVM loads it. */
    public static boolean isTransform(Frame frame) {
        return frame.is("sun.instrument.InstrumentationImpl", "transform");
    }

    /** What the JVM calls to link {@code invokedynamic} and the like. */
    public static boolean isLink(Frame frame) {
        return frame.className().equals("java.lang.invoke.MethodHandleNatives");
    }

    /** A quick look: false if the frame surely is no initializer, loader, transformer, stub or link. */
    public static boolean mayBeCalledByVm(Frame frame) {
        String method = frame.methodName();
        return method.equals("<clinit>")
                || method.equals("loadClass")
                || Traits.of(frame.className()).mayBeCalledByVm();
    }

    /** The JVM may call it at any instruction, not only at a call. */
    public static boolean isCalledByVm(Frame frame) {
        return frame.isClassInitializer()
                || isLoadClass(frame)
                || isTransform(frame)
                || isLink(frame)
                || frame.is("java.lang.ClassLoader", "checkPackageAccess");
    }
}
