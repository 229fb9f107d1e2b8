package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.ClassFiles;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** What reflection, stack traces and serialization see of a class file. */
final class Shape {
    private static final String PINNED = "serialVersionUID";
    private static final int PINNED_FLAGS =
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;

    private Shape() {}

    /** What differs that must not; null if nothing does. */
    @Nullable
    static String difference(byte[] before, byte[] after) {
        if (!Arrays.equals(outside(before), outside(after))) {
            return "names, descriptors, flags, annotations or signatures differ";
        }
        ClassNode one = node(before, 0);
        ClassNode other = node(after, 0);
        for (int i = 0; i < one.methods.size(); i++) {
            if (!lines(one.methods.get(i)).equals(lines(other.methods.get(i)))) {
                return "lines of " + one.methods.get(i).name + " differ: " + lines(one.methods.get(i)) + " "
                        + lines(other.methods.get(i));
            }
        }
        return null;
    }

    /** All but the code, written again: the same bytes where all of it is the same. */
    private static byte[] outside(byte[] file) {
        ClassNode node = node(file, ClassReader.SKIP_CODE);
        node.fields.removeIf(field -> field.name.equals(PINNED) && field.access == PINNED_FLAGS);
        node.methods.forEach(method -> method.access &= ~Opcodes.ACC_SYNCHRONIZED);
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static ClassNode node(byte[] file, int options) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, options);
        return node;
    }

    /** In their order. A synchronized method's first line may stand twice: once for what enters. */
    private static List<Integer> lines(MethodNode method) {
        List<Integer> lines = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number && (lines.isEmpty() || lines.getLast() != number.line)) {
                lines.add(number.line);
            }
        }
        return lines;
    }

    /**
     * Whether the JDK can be asked for a class's version without running a library's code: reading the field
     * initializes it.
     */
    static boolean canBeAsked(Class<?> type) {
        for (Class<?> at = type;
                at != null
                        && at.getClassLoader() != null
                        && at.getClassLoader() != ClassLoader.getPlatformClassLoader();
                at = at.getSuperclass()) {
            byte[] file = ClassFiles.of(at.getClassLoader()).read(at.getName().replace('.', '/'));
            if (file == null
                    || node(file, ClassReader.SKIP_CODE).methods.stream()
                            .anyMatch(method -> method.name.equals("<clinit>"))) {
                return false;
            }
        }
        return true;
    }

    /** By the JDK's own account. */
    static long version(Class<?> type) {
        return ObjectStreamClass.lookup(type).getSerialVersionUID();
    }
}
