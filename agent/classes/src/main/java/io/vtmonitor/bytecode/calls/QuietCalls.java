package io.vtmonitor.bytecode.calls;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Calls that ask nobody for anything: of the JDK's values and collections as far as they hand nothing over, of its
 * streams, sockets, and channels as far as they send nothing, of loggers, and of methods that only make such calls.
 * What is not known is not quiet.
 */
final class QuietCalls {
    private static final int MOST_DEPTH = 3;
    private static final int MOST_INSTRUCTIONS = 2_000;

    /** What a call of the JDK begins with that may reach somebody who then does something. */
    private static final List<String> ASKS = List.of(
            "add",
            "offer",
            "put",
            "push",
            "set",
            "getAndSet",
            "compareAndSet",
            "lazySet",
            "notify",
            "signal",
            "print",
            "format",
            "write",
            "append");

    /** Of these, only what sends or connects reaches the other side. Most other calls only lead to a stream. */
    private static final List<String> INPUT_AND_OUTPUT = List.of("java/io/", "java/net/", "java/nio/", "javax/net/");

    private static final List<String> SENDS =
            List.of("write", "send", "connect", "open", "create", "print", "append", "flush", "transfer", "put");

    private static final Set<String> PRINTS = Set.of("out", "err");

    private static final List<String> QUIET_PACKAGES =
            List.of("java/util/concurrent/atomic/", "java/time/", "java/text/", "java/math/");

    private static final List<String> LOGGERS = List.of(
            "java/lang/System$Logger",
            "java/util/logging/",
            "org/slf4j/",
            "org/apache/logging/log4j/",
            "org/apache/commons/logging/",
            "org/jboss/logging/");

    private static final Set<String> QUIET_TYPES = Set.of(
            "java/util/concurrent/ConcurrentHashMap",
            "java/util/concurrent/ConcurrentMap",
            "java/util/concurrent/ConcurrentLinkedQueue",
            "java/util/concurrent/ConcurrentLinkedDeque",
            "java/util/concurrent/CopyOnWriteArrayList",
            "java/util/concurrent/ThreadLocalRandom",
            "java/util/concurrent/TimeUnit");

    /** Of {@code java.lang} and {@code java.util}: these run other code, or wait. */
    private static final Set<String> LOUD_TYPES = Set.of(
            "java/lang/Runnable",
            "java/lang/Iterable",
            "java/lang/AutoCloseable",
            "java/lang/Process",
            "java/lang/ProcessBuilder",
            "java/lang/Runtime",
            "java/util/Scanner",
            "java/util/ServiceLoader",
            "java/util/Timer");

    private static final Set<String> LOUD_METHODS = Set.of(
            "sleep",
            "join",
            "wait",
            "yield",
            "onSpinWait",
            "forEach",
            "removeIf",
            "replaceAll",
            "compute",
            "computeIfAbsent",
            "computeIfPresent",
            "merge",
            "map",
            "ifPresent",
            "orElseGet",
            "run",
            "call",
            "invoke");

    private final ClassBytes classes;

    QuietCalls(ClassBytes classes) {
        this.classes = classes;
    }

    /**
     * Whether the instruction is no call, or a quiet one.
     *
     * @param method that it is in
     */
    boolean isQuiet(MethodNode method, AbstractInsnNode insn) {
        return isQuiet(method, insn, 0);
    }

    private boolean isQuiet(MethodNode method, AbstractInsnNode insn, int depth) {
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return !dynamic.bsm.getOwner().startsWith("java/lang/invoke/ConstantBootstraps");
        }
        if (!(insn instanceof MethodInsnNode call) || call.owner.startsWith("[")) {
            return true;
        }
        if (call.owner.equals("java/io/PrintStream")) {
            return onlyPrintsToConsole(method);
        }
        if (INPUT_AND_OUTPUT.stream().anyMatch(call.owner::startsWith)) {
            return !sends(call);
        }
        if (isLogger(call.owner)) {
            return true;
        }
        if (JdkNames.isJdk(call.owner.replace('/', '.'))) {
            return isQuietType(call.owner) && !LOUD_METHODS.contains(call.name) && !handsOver(call);
        }
        return depth < MOST_DEPTH && call.getOpcode() != Opcodes.INVOKEINTERFACE && onlyMakesQuietCalls(call, depth);
    }

    private static boolean handsOver(MethodInsnNode call) {
        return ASKS.stream().anyMatch(call.name::startsWith) && !call.owner.startsWith("java/lang/String");
    }

    /** A URL connects when its content is wanted, a new socket at once; an object stream begins with a header. */
    private static boolean sends(MethodInsnNode call) {
        boolean connects = call.owner.contains("URL")
                || call.owner.startsWith("java/net/http/")
                || (call.name.equals("<init>")
                        && (call.owner.endsWith("Socket") || call.owner.equals("java/io/ObjectOutputStream")));
        return connects || SENDS.stream().anyMatch(call.name::startsWith);
    }

    private static boolean onlyPrintsToConsole(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            boolean other = insn instanceof FieldInsnNode field
                    && field.desc.equals("Ljava/io/PrintStream;")
                    && !(field.owner.equals("java/lang/System") && PRINTS.contains(field.name));
            if (other) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLogger(String type) {
        return LOGGERS.stream().anyMatch(type::startsWith);
    }

    private static boolean isQuietType(String type) {
        boolean direct = (type.startsWith("java/lang/") && type.indexOf('/', "java/lang/".length()) < 0)
                || (type.startsWith("java/util/") && type.indexOf('/', "java/util/".length()) < 0);
        return (direct && !LOUD_TYPES.contains(type))
                || QUIET_PACKAGES.stream().anyMatch(type::startsWith)
                || QUIET_TYPES.contains(type);
    }

    private boolean onlyMakesQuietCalls(MethodInsnNode call, int depth) {
        boolean found = false;
        for (MethodNode method : ClassMethods.of(classes, call.owner.replace('/', '.'))) {
            if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
                if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
                        || method.instructions.size() > MOST_INSTRUCTIONS
                        || !isQuiet(method, depth + 1)) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }

    private boolean isQuiet(MethodNode method, int depth) {
        for (AbstractInsnNode insn : method.instructions) {
            if (!isQuiet(method, insn, depth)) {
                return false;
            }
        }
        return true;
    }
}
