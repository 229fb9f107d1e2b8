package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.InheritedHoldsLock;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Carries a plan out. Frames are kept, never computed, so no class of the application is loaded for it. */
final class ClassRewriter {
    private ClassRewriter() {}

    /**
     * The class file as planned. The scan's tree is used up.
     *
     * @param maySerialize whether the class may be {@code Serializable}
     * @param inheritsHoldsLock whether {@code holdsLock} of that class is {@code Thread}'s
     * @throws RuntimeException {@code MethodTooLargeException}, {@code ClassTooLargeException}
     */
    static byte[] rewrite(
            ClassReader reader, ClassPlan plan, boolean maySerialize, Predicate<String> inheritsHoldsLock) {
        ClassNode node = plan.scan().node();
        boolean pin = maySerialize && SerialVersion.isComputed(node) && changesVersion(node, plan);
        if (pin) {
            SerialVersion.pin(node);
        }
        for (MethodNode method : node.methods) {
            new Rewriter(method, plan.choices(method)).rewrite(plan.scan().locks(method.name, method.desc));
            InheritedHoldsLock.replace(method, BootClasses.RUNTIME, inheritsHoldsLock);
            ReflectionRewriter.rewrite(method);
            Choice.How flag = plan.flag(method);
            if (flag != Choice.How.KEEP) {
                new SynchronizedMethod(node.name, node.version, method, flag == Choice.How.BOTH).rewrite();
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean changesVersion(ClassNode node, ClassPlan plan) {
        return node.methods.stream()
                .anyMatch(method -> (method.access & Opcodes.ACC_PRIVATE) == 0 && plan.flag(method) != Choice.How.KEEP);
    }
}
