package io.vtmonitor.bytecode.calls;

import io.vtmonitor.model.ClassBytes;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Whether a method that acquires a permit of a semaphore in a local variable creates a lambda which captures that
 * variable, and releases the permit when it has done its work.
 */
public final class CapturedReleases {
    private static final long LARGEST_FLOW = 1_000_000;

    private final ClassBytes classes;
    private final QuietCalls quiet;

    public CapturedReleases(ClassBytes classes, QuietCalls quiet) {
        this.classes = classes;
        this.quiet = quiet;
    }

    /**
     * Whether it does.
     *
     * @param owner internal name of its class
     */
    public boolean isTrueOf(String owner, MethodNode in, MethodInsnNode acquire) {
        Frame<SourceValue>[] states = flow(owner, in);
        int begin = in.instructions.indexOf(acquire);
        if (states == null) {
            return false;
        }
        int semaphore = local(states[begin], Type.getArgumentCount(acquire.desc));
        for (int i = begin; semaphore >= 0 && i < states.length; i++) {
            if (in.instructions.get(i) instanceof InvokeDynamicInsnNode lambda
                    && states[i] != null
                    && releases(owner, lambda, states[i], semaphore)) {
                return true;
            }
        }
        return false;
    }

    private boolean releases(String owner, InvokeDynamicInsnNode lambda, Frame<SourceValue> state, int semaphore) {
        int captured = Type.getArgumentCount(lambda.desc);
        for (Object argument : lambda.bsmArgs) {
            MethodNode body =
                    argument instanceof Handle handle && handle.getOwner().equals(owner) ? body(owner, handle) : null;
            for (int i = 0; body != null && i < captured; i++) {
                if (local(state, captured - 1 - i) == semaphore && releasesAfterWork(owner, body, slot(lambda, i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable MethodNode body(String owner, Handle handle) {
        for (MethodNode method : ClassMethods.of(classes, owner.replace('/', '.'))) {
            if (method.name.equals(handle.getName()) && method.desc.equals(handle.getDesc())) {
                return method;
            }
        }
        return null;
    }

    /** What a lambda captures are its body's first local variables, an instance's {@code this} among them. */
    private static int slot(InvokeDynamicInsnNode lambda, int captured) {
        Type[] types = Type.getArgumentTypes(lambda.desc);
        int slot = 0;
        for (int i = 0; i < captured; i++) {
            slot += types[i].getSize();
        }
        return slot;
    }

    private boolean releasesAfterWork(String owner, MethodNode body, int semaphore) {
        Frame<SourceValue>[] states = flow(owner, body);
        for (int i = 0; states != null && i < states.length; i++) {
            if (body.instructions.get(i) instanceof MethodInsnNode call
                    && states[i] != null
                    && call.owner.equals("java/util/concurrent/Semaphore")
                    && call.name.equals("release")
                    && local(states[i], Type.getArgumentCount(call.desc)) == semaphore
                    && !quiet.isBetween(body.instructions.getFirst(), call, body)) {
                return true;
            }
        }
        return false;
    }

    /** The local variable that a value so far below the top of the stack was loaded from; -1 where it was from none. */
    private static int local(@Nullable Frame<SourceValue> state, int below) {
        if (state == null || state.getStackSize() <= below) {
            return -1;
        }
        Set<AbstractInsnNode> from = state.getStack(state.getStackSize() - 1 - below).insns;
        return from.size() == 1
                        && from.iterator().next() instanceof VarInsnNode load
                        && load.getOpcode() == Opcodes.ALOAD
                ? load.var
                : -1;
    }

    private static Frame<SourceValue> @Nullable [] flow(String owner, MethodNode method) {
        if ((long) method.instructions.size() * (method.maxLocals + method.maxStack) > LARGEST_FLOW) {
            return null;
        }
        try {
            return new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
        } catch (RuntimeException | AnalyzerException ignored) {
            return null; // a method that ASM cannot follow proves nothing
        }
    }
}
