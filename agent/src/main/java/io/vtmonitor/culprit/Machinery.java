package io.vtmonitor.culprit;

import io.vtmonitor.model.Frame;
import java.util.List;
import java.util.Set;

/**
 * Frames that are on a stack because of how the JDK does things, told by name: what parks and mounts virtual threads, what
 * the JVM calls by itself, what has no class file.
 */
final class Machinery {
    private static final Set<String> SCHEDULER_CLASSES = Set.of(
            "java.lang.VirtualThread",
            "java.lang.VirtualThread$VThreadContinuation",
            "java.lang.VirtualThread$VThreadContinuation$1",
            "java.lang.ThreadBuilders$BoundVirtualThread",
            "jdk.internal.vm.Continuation",
            "jdk.internal.vm.ContinuationSupport",
            "jdk.internal.misc.VirtualThreads");

    /** Not {@code join}: it waits on the thread's monitor. */
    private static final List<String> THREAD_METHODS = List.of("run", "sleep", "yield");

    private static final List<String> CLASS_PLUMBING = List.of(
            "java.lang.Class",
            "java.lang.ClassLoader",
            "java.lang.invoke.",
            "java.lang.reflect.",
            "jdk.internal.reflect.",
            "jdk.internal.misc.Unsafe",
            "sun.misc.Unsafe");

    private static final List<String> JDK = List.of(
            "java.",
            "jdk.",
            "sun.",
            "com.sun.jndi.",
            "com.sun.net.",
            "com.sun.proxy.",
            "javax.management.",
            "javax.naming.",
            "javax.net.");

    private Machinery() {}

    /** Parks, mounts or waits: native or not, it never is what keeps the carrier. */
    static boolean isParkOrScheduler(Frame frame) {
        String type = frame.className();
        String method = frame.methodName();
        return SCHEDULER_CLASSES.contains(type)
                || isWait(frame)
                || (type.equals("java.lang.Thread") && THREAD_METHODS.stream().anyMatch(method::startsWith))
                || (type.endsWith(".Unsafe") && method.equals("park"))
                || (type.startsWith("java.lang.System$") && method.startsWith("parkVirtualThread"));
    }

    /** {@code Object.wait} in any of its forms, the native one included. */
    static boolean isWait(Frame frame) {
        return frame.className().equals("java.lang.Object")
                && frame.methodName().startsWith("wait");
    }

    /** Reflection, method handles and class look-up: what stands between the JVM and whoever made a class initialise. */
    static boolean isClassPlumbing(Frame frame) {
        String type = frame.className();
        return CLASS_PLUMBING.stream()
                .anyMatch(known -> known.endsWith(".") ? type.startsWith(known) : type.equals(known));
    }

    /** Belongs to the JDK. */
    static boolean isJdk(Frame frame) {
        return JDK.stream().anyMatch(frame.className()::startsWith);
    }

    /** A hidden class: its name holds an address, it has no class file and takes no monitors. */
    static boolean isHidden(Frame frame) {
        String type = frame.className();
        return type.contains("$$Lambda")
                || (type.startsWith("java.lang.invoke.LambdaForm$") && type.endsWith("H"))
                || type.startsWith("jdk.internal.foreign.abi.UpcallStub")
                || type.startsWith("jdk.internal.foreign.abi.DowncallStub")
                || type.contains("+0x")
                || type.contains(".0x")
                || type.contains("/0x");
    }

    /** Made at run time, so without a class file to read: proxies and subclasses that only pass calls on. */
    static boolean isGenerated(Frame frame) {
        return isHidden(frame)
                || frame.className().contains(".$Proxy")
                || frame.className().contains("$$");
    }

    /** Stands where a call was made that the class file does not show: hidden frames may have been left out. */
    static boolean isHiddenBetween(Frame above) {
        return isHidden(above) || above.methodName().startsWith("lambda$");
    }

    /** The hidden frame through which native code calls Java (foreign function API). */
    static boolean isUpcallStub(Frame frame) {
        return frame.className().startsWith("jdk.internal.foreign.abi.UpcallStub");
    }

    /** What the JVM calls to load a class. */
    static boolean isLoadClass(Frame frame) {
        return frame.methodName().equals("loadClass")
                && frame.descriptor().equals("(Ljava/lang/String;)Ljava/lang/Class;");
    }

    /** Agents change a class while the JVM loads it. */
    static boolean isTransform(Frame frame) {
        return frame.is("sun.instrument.InstrumentationImpl", "transform");
    }

    /** What the JVM calls to link {@code invokedynamic} and the like. */
    static boolean isLink(Frame frame) {
        return frame.className().equals("java.lang.invoke.MethodHandleNatives");
    }

    /** The JVM may call it at any instruction, not only at a call. */
    static boolean isCalledByVm(Frame frame) {
        return frame.isClassInitializer()
                || isLoadClass(frame)
                || isTransform(frame)
                || isLink(frame)
                || frame.methodName().equals("checkPackageAccess");
    }
}
