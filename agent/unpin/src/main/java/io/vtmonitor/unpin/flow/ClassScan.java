package io.vtmonitor.unpin.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** A class file taken apart: where it locks, what it locks there, and what of it can't be rewritten. */
public final class ClassScan {
    private final ClassNode node;
    private final Map<MethodNode, MethodLocks> locks = new HashMap<>();
    private final List<LockSite> sites = new ArrayList<>();
    private final Set<MethodNode> odd = new HashSet<>();
    private final List<HandedOn> handed;
    private @Nullable String refusal;
    private boolean reflects;

    private ClassScan(ClassNode node) {
        this.node = node;
        handed = HandedOn.of(node);
    }

    /**
     * Takes a class file apart.
     *
     * @throws RuntimeException what ASM throws at bytes that are no class file, or one newer than it knows
     */
    public static ClassScan of(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        node.methods.forEach(InlineMarkers::drop);
        ClassScan scan = new ClassScan(node);
        for (MethodNode method : node.methods) {
            scan.scan(method);
        }
        return scan;
    }

    public ClassNode node() {
        return node;
    }

    public List<LockSite> sites() {
        return sites;
    }

    /** Why this class keeps its monitors whatever they are of; null if nothing speaks against rewriting. */
    @Nullable
    public String refusal() {
        return refusal;
    }

    /** Whether it reaches methods by name, or has handles of those that need a monitor. */
    public boolean reflects() {
        return reflects;
    }

    /** What the method's instructions lock; null if it locks by none. */
    @Nullable
    public MethodLocks locks(String name, String descriptor) {
        for (Map.Entry<MethodNode, MethodLocks> entry : locks.entrySet()) {
            if (entry.getKey().name.equals(name) && entry.getKey().desc.equals(descriptor)) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** What it hands on to code that may lock it. */
    public List<HandedOn> handed() {
        return handed;
    }

    /** Whether that method's own code is why: its monitors can't be distinguished. */
    public boolean isOdd(LockSite site) {
        return odd.stream()
                .anyMatch(method -> method.name.equals(site.method()) && method.desc.equals(site.descriptor()));
    }

    private void refuseCode(MethodNode method, String why) {
        odd.add(method);
        refuse(method, why);
    }

    private void refuse(MethodNode method, String why) {
        if (refusal == null) {
            refusal = why + " in " + method.name;
        }
    }

    private void scan(MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            SymbolicValue lock = isStatic ? SymbolicValue.mirror(node.name) : SymbolicValue.self(node.name);
            sites.add(new LockSite(method.name, method.desc, -1, firstLine(method), LockSite.Form.METHOD, lock));
            checkSynchronized(method, isStatic);
        }
        boolean locks = false;
        boolean subroutines = false;
        for (AbstractInsnNode insn : method.instructions) {
            locks |=
                    insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT || isCall(insn);
            subroutines |= insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET;
            boolean fixed = MonitorHandles.hasFixed(insn);
            reflects |= (MonitorHandles.has(insn) && !fixed)
                    || ReflectiveCalls.of(insn) != null
                    || InheritedHoldsLock.mayBe(insn);
            if (fixed) {
                refuseCode(method, "a method handle of wait or notify");
            }
        }
        if (locks && subroutines) {
            refuseCode(method, "subroutines of old compilers (jsr)");
        } else if (locks) {
            flow(method);
        }
    }

    private void checkSynchronized(MethodNode method, boolean isStatic) {
        if ((method.access & Opcodes.ACC_NATIVE) != 0) {
            refuse(method, "a synchronized native method");
        } else if (isStatic && (node.version & 0xFFFF) < Opcodes.V1_5) {
            refuse(method, "a class file too old to name its class");
        } else if (!isStatic && !keepsThis(method)) {
            refuse(method, "a synchronized method that assigns to this");
        }
    }

    /** Slot 0 is read where the method ends: it has to be this all along, and the frames have to say so. */
    private boolean keepsThis(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof VarInsnNode store
                    && store.var == 0
                    && store.getOpcode() >= Opcodes.ISTORE
                    && store.getOpcode() <= Opcodes.ASTORE) {
                return false;
            }
            if (insn instanceof FrameNode frame && (frame.local.isEmpty() || !node.name.equals(frame.local.get(0)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isCall(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call
                && MonitorCalls.is(call.getOpcode(), call.owner, call.name, call.desc);
    }

    private void flow(MethodNode method) {
        SymbolicFlow flow = new SymbolicFlow(node.name, method);
        Frame<SymbolicValue>[] states;
        try {
            states = flow.analyze(node.name, method);
        } catch (AnalyzerException | RuntimeException e) {
            refuseCode(method, "code that the data flow can't follow (" + e.getMessage() + ")");
            return;
        }
        MethodLocks found = new MethodLocks();
        for (int i = 0; i < states.length; i++) {
            MonitorState state = (MonitorState) states[i];
            if (state != null) {
                look(method, i, state, flow, found);
            }
        }
        locks.put(method, found);
        markEscapes(method, states);
    }

    /** Of the places of that method which lock what it has made itself, those whose object others may have, too. */
    private void markEscapes(MethodNode method, Frame<SymbolicValue>[] states) {
        Escapes escapes = null;
        for (int i = 0; i < sites.size(); i++) {
            LockSite site = sites.get(i);
            if (site.lock().kind() == SymbolicValue.Kind.NEW && site.isIn(method.name, method.desc)) {
                escapes = escapes == null ? Escapes.of(method, states) : escapes;
                String mark = SymbolicValue.newMark(site.lock().source());
                sites.set(i, site.asMade(!escapes.hasAny(mark), escapes.handedTo(mark)));
            }
        }
    }

    private void look(MethodNode method, int index, MonitorState state, SymbolicFlow flow, MethodLocks found) {
        AbstractInsnNode insn = method.instructions.get(index);
        int opcode = insn.getOpcode();
        boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        boolean leaks = state.ownsAny() && (returns || (SymbolicFlow.mayThrow(opcode) && !flow.isCaught(index)));
        if (state.irregular() || leaks) {
            refuseCode(method, "monitors that are not released on every path");
        } else if (opcode == Opcodes.MONITORENTER) {
            sites.add(site(method, index, LockSite.Form.BLOCK, state.top()));
        } else if (opcode == Opcodes.MONITOREXIT) {
            MonitorState.Held last = state.last(state.top());
            if (last == null) {
                refuseCode(method, "monitors that are not released in order");
            } else {
                found.exits.put(index, last.enters());
            }
        } else if (isCall(insn)) {
            MethodInsnNode call = (MethodInsnNode) insn;
            int above = MonitorCalls.above(call.name, call.desc);
            sites.add(site(method, index, LockSite.Form.CALL, state.getStack(state.getStackSize() - 1 - above)));
        }
    }

    private static LockSite site(MethodNode method, int index, LockSite.Form form, SymbolicValue lock) {
        int line = 0;
        for (AbstractInsnNode at = method.instructions.get(index); at != null && line == 0; at = at.getPrevious()) {
            line = at instanceof LineNumberNode number ? number.line : 0;
        }
        return new LockSite(method.name, method.desc, index, line, form, lock);
    }

    private static int firstLine(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    /** Whether this class may lock the object whose method it runs: itself, or a field into which it put itself. */
    @Nullable
    public LockSite locksThis() {
        for (LockSite site : sites) {
            SymbolicValue lock = site.lock();
            if (lock.kind() == SymbolicValue.Kind.THIS) {
                return site;
            }
            if (lock.kind() == SymbolicValue.Kind.FIELD && lock.owner().equals(node.name) && putsThis(lock.name())) {
                return site;
            }
        }
        return null;
    }

    private boolean putsThis(String field) {
        for (MethodNode method : node.methods) {
            try {
                if (putsThis(method, field)) {
                    return true;
                }
            } catch (AnalyzerException | RuntimeException ignored) {
                return true;
            }
        }
        return false;
    }

    private boolean putsThis(MethodNode method, String field) throws AnalyzerException {
        Frame<SymbolicValue>[] states = null;
        for (int i = 0; i < method.instructions.size(); i++) {
            if (isStore(method.instructions.get(i), field)) {
                states = states == null ? new SymbolicFlow(node.name, method).analyze(node.name, method) : states;
                if (states[i] != null && ((MonitorState) states[i]).top().mayBeThis()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isStore(AbstractInsnNode insn, String field) {
        return insn instanceof FieldInsnNode access
                && (access.getOpcode() == Opcodes.PUTFIELD || access.getOpcode() == Opcodes.PUTSTATIC)
                && access.owner.equals(node.name)
                && access.name.equals(field);
    }
}
