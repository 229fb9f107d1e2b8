package io.vtmonitor.bytecode.calls;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Lambdas, and objects of the class's own inner classes, that a method creates for others to run. */
public final class CreatedTasks {
    private static final Set<String> RUN = Set.of("run", "call", "get", "accept", "execute");

    private CreatedTasks() {}

    /**
     * What a method creates after one of its instructions.
     *
     * @param owner internal name of its class
     * @return for {@link #contains}
     */
    public static Set<String> after(AbstractInsnNode begin, String owner) {
        Set<String> created = new HashSet<>();
        for (AbstractInsnNode insn = begin.getNext(); insn != null; insn = insn.getNext()) {
            if (insn instanceof InvokeDynamicInsnNode dynamic) {
                for (Object argument : dynamic.bsmArgs) {
                    if (argument instanceof Handle body && body.getOwner().equals(owner)) {
                        created.add(owner + "." + body.getName() + body.getDesc());
                    }
                }
            } else if (insn instanceof TypeInsnNode made
                    && made.getOpcode() == Opcodes.NEW
                    && made.desc.startsWith(owner + "$")) {
                created.add(made.desc);
            }
        }
        return created;
    }

    /** Whether a method is the body of one of these lambdas, or what runs one of these objects. */
    public static boolean contains(Set<String> created, String owner, MethodNode method) {
        return created.contains(owner + "." + method.name + method.desc)
                || (created.contains(owner) && RUN.contains(method.name));
    }
}
