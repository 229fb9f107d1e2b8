package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.plan.Choice;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Which handlers cover the calls that come into a method. */
class RewriterTest {
    /** A region whose code is covered from its first instruction to its last. */
    static final class CatchesWithin {
        private int failed;

        void run(Object lock, Runnable code) {
            synchronized (lock) {
                try {
                    code.run();
                } catch (Throwable e) {
                    failed++;
                }
            }
        }
    }

    /** The call may overflow the stack before the lock is taken: then none of the code inside may go on. */
    @Test
    void only_the_handler_that_gives_the_monitor_back_covers_the_call_behind_a_monitorenter() throws IOException {
        MethodNode method = rewritten();
        InsnList code = method.instructions;
        int call = indexOf(code, "enteredBoth");
        List<TryCatchBlockNode> covering = method.tryCatchBlocks.stream()
                .filter(block -> code.indexOf(block.start) < call && call < code.indexOf(block.end))
                .toList();
        assertThat(covering).hasSize(1);
        assertThat(exits(covering.get(0).handler)).isTrue();
        assertThat(method.tryCatchBlocks)
                .anyMatch(block -> "java/lang/Throwable".equals(block.type) && code.indexOf(block.start) > call);
    }

    /** The handler would exit once more, by which the monitor is not owned. */
    @Test
    void no_handler_covers_the_call_behind_a_monitorexit() throws IOException {
        MethodNode method = rewritten();
        InsnList code = method.instructions;
        int call = indexOf(code, "exitBoth");
        assertThat(method.tryCatchBlocks)
                .noneMatch(block -> code.indexOf(block.start) < call && call < code.indexOf(block.end));
    }

    private static MethodNode rewritten() throws IOException {
        ClassScan scan = ClassScan.of(new ClassReader(CatchesWithin.class.getName()));
        MethodNode method = scan.node().methods.stream()
                .filter(each -> each.name.equals("run"))
                .findFirst()
                .orElseThrow();
        Map<Integer, Choice.How> choices = new HashMap<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.MONITORENTER) {
                choices.put(method.instructions.indexOf(insn), Choice.How.BOTH);
            }
        }
        new Rewriter(method, choices).rewrite(scan.locks(method.name, method.desc));
        return method;
    }

    private static int indexOf(InsnList code, String runtimeMethod) {
        for (AbstractInsnNode insn : code) {
            if (insn instanceof MethodInsnNode call && call.name.equals(runtimeMethod)) {
                return code.indexOf(insn);
            }
        }
        throw new AssertionError(runtimeMethod);
    }

    private static boolean exits(AbstractInsnNode handler) {
        AbstractInsnNode at = handler;
        while (at != null && at.getOpcode() != Opcodes.MONITOREXIT && at.getOpcode() != Opcodes.ATHROW) {
            at = at.getNext();
        }
        return at != null && at.getOpcode() == Opcodes.MONITOREXIT;
    }
}
