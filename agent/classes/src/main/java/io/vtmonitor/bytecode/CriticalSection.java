package io.vtmonitor.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Where a method begins and ends a critical section of the JDK, in which a virtual thread can't unmount: calls of
 * {@code jdk.internal.vm.Continuation.pin} and {@code unpin}, which nest as monitors do. Most code can't name that
 * class and calls them by reflection: such a call counts where the data flow shows which method is called.
 */
final class CriticalSection {
    private static final String CONTINUATION = "jdk/internal/vm/Continuation";
    private static final int CLASS_TAG = 7;
    private static final int STRING_TAG = 8;
    private static final SymbolicLock NAME = SymbolicLock.string(CONTINUATION.replace('/', '.'));
    private static final SymbolicLock CLASS = SymbolicLock.fixed("class found by name " + CONTINUATION);
    private static final SymbolicLock PIN = SymbolicLock.fixed("method pin found by name");
    private static final SymbolicLock UNPIN = SymbolicLock.fixed("method unpin found by name");

    private CriticalSection() {}

    /** False for a class file that can't have one, as nearly all. */
    static boolean isNamedIn(ClassReader classFile) {
        char[] text = new char[classFile.getMaxStringLength()];
        for (int i = 1; i < classFile.getItemCount(); i++) {
            int item = classFile.getItem(i);
            int tag = item == 0 ? 0 : classFile.readByte(item - 1);
            boolean names = tag == CLASS_TAG || tag == STRING_TAG;
            if (names && CONTINUATION.equals(classFile.readUTF8(item, text).replace('.', '/'))) {
                return true;
            }
        }
        return false;
    }

    /** True for an instruction that may begin one: only the data flow shows whether a call by reflection does. */
    static boolean mayBegin(AbstractInsnNode insn) {
        return calls(insn, "pin") || isInvoke(insn);
    }

    /** @param state before the instruction */
    static boolean begins(AbstractInsnNode insn, Frame<SymbolicLock> state) {
        return calls(insn, "pin") || (isInvoke(insn) && receiver(state).equals(PIN));
    }

    /** @param state before the instruction */
    static boolean ends(AbstractInsnNode insn, Frame<SymbolicLock> state) {
        return calls(insn, "unpin") || (isInvoke(insn) && receiver(state).equals(UNPIN));
    }

    /** True for the methods above, found by reflection. */
    static boolean isMethod(SymbolicLock value) {
        return value.equals(PIN) || value.equals(UNPIN);
    }

    /** What a call returns where it is a step on the way to these methods, null for any other. */
    static @Nullable SymbolicLock found(MethodInsnNode call, List<? extends SymbolicLock> arguments) {
        if (!call.owner.equals("java/lang/Class")) {
            return null;
        }
        if (call.name.equals("forName")) {
            return arguments.get(0).equals(NAME) ? CLASS : null;
        }
        boolean finds = call.name.equals("getMethod") || call.name.equals("getDeclaredMethod");
        if (!finds || !arguments.get(0).equals(CLASS)) {
            return null;
        }
        SymbolicLock name = arguments.get(1);
        return name.equals(SymbolicLock.string("pin")) ? PIN : name.equals(SymbolicLock.string("unpin")) ? UNPIN : null;
    }

    private static boolean calls(AbstractInsnNode insn, String name) {
        return insn instanceof MethodInsnNode call
                && call.owner.equals(CONTINUATION)
                && call.name.equals(name)
                && call.desc.equals("()V");
    }

    private static boolean isInvoke(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call
                && call.owner.equals("java/lang/reflect/Method")
                && call.name.equals("invoke");
    }

    private static SymbolicLock receiver(Frame<SymbolicLock> state) {
        return state.getStack(state.getStackSize() - 3);
    }
}
