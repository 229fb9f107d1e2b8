package io.vtmonitor.bytecode.calls;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Calls that wait for nobody and do no work to speak of: of the JDK's values and collections, of loggers, and of
 * methods that only make such calls. What is not known is not quiet.
 */
public final class QuietCalls {
    private static final int MOST_DEPTH = 3;
    private static final int MOST_INSTRUCTIONS = 2_000;

    private static final List<String> QUIET_PACKAGES = List.of(
            "java/util/concurrent/atomic/",
            "java/time/",
            "java/text/",
            "java/math/",
            "java/util/logging/",
            "org/slf4j/",
            "org/apache/logging/log4j/",
            "org/apache/commons/logging/",
            "org/jboss/logging/");

    private static final Set<String> QUIET_TYPES = Set.of(
            "java/io/PrintStream",
            "java/lang/System$Logger",
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

    public QuietCalls(ClassBytes classes) {
        this.classes = classes;
    }

    /** Whether the instruction is no call, or a quiet one. */
    public boolean isQuiet(AbstractInsnNode insn) {
        return isQuiet(insn, 0);
    }

    private boolean isQuiet(AbstractInsnNode insn, int depth) {
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return !dynamic.bsm.getOwner().startsWith("java/lang/invoke/ConstantBootstraps");
        }
        if (!(insn instanceof MethodInsnNode call)) {
            return true;
        }
        if (call.owner.startsWith("[")) {
            return true;
        }
        if (JdkNames.isJdk(call.owner.replace('/', '.')) || isLogger(call.owner)) {
            return isQuietType(call.owner) && !LOUD_METHODS.contains(call.name);
        }
        return depth < MOST_DEPTH && call.getOpcode() != Opcodes.INVOKEINTERFACE && onlyCallsSuch(call, depth);
    }

    private static boolean isLogger(String type) {
        return QUIET_PACKAGES.stream().anyMatch(type::startsWith);
    }

    private static boolean isQuietType(String type) {
        boolean direct = (type.startsWith("java/lang/") && type.indexOf('/', "java/lang/".length()) < 0)
                || (type.startsWith("java/util/") && type.indexOf('/', "java/util/".length()) < 0);
        return (direct && !LOUD_TYPES.contains(type)) || isLogger(type) || QUIET_TYPES.contains(type);
    }

    private boolean onlyCallsSuch(MethodInsnNode call, int depth) {
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
            boolean back = insn instanceof JumpInsnNode jump
                    && method.instructions.indexOf(jump.label) < method.instructions.indexOf(jump);
            if (back || !isQuiet(insn, depth)) {
                return false;
            }
        }
        return true;
    }
}
