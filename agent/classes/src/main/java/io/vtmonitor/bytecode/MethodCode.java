package io.vtmonitor.bytecode;

import io.vtmonitor.model.Library;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One method of a class file. Most methods have no {@code monitorenter} and need no data flow. Whoever asks must expect
 * any exception: the bytes may be anything.
 */
public final class MethodCode {
    /** Frames of the data flow times their slots: about 40 MB for the moment it runs. No javac output comes near. */
    private static final long LARGEST_FLOW = 5_000_000;

    private final String owner;
    private final MethodNode method;
    private final PositionReader reader;

    private MethodCode(PositionReader reader, MethodNode method) {
        this.owner = reader.getClassName();
        this.reader = reader;
        this.method = method;
    }

    /** The method, null if the class file has none of that name and descriptor. */
    public static @Nullable MethodCode read(byte[] classFile, String name, String descriptor) {
        PositionReader reader = new PositionReader(classFile);
        MethodNode found = new MethodNode(Opcodes.ASM9);
        boolean[] seen = new boolean[1];
        ClassVisitor chooser = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String named, String described, String signature, String[] exceptions) {
                if (!named.equals(name) || !described.equals(descriptor)) {
                    return null;
                }
                seen[0] = true;
                found.access = access;
                found.name = named;
                found.desc = described;
                reader.method = found;
                return found;
            }
        };
        reader.accept(chooser, ClassReader.SKIP_FRAMES);
        reader.method = null;
        return seen[0] ? new MethodCode(reader, found) : null;
    }

    /** What is at that bytecode index, null if no instruction begins there or none can come there. */
    @Nullable
    InstructionFacts at(int bytecodeIndex, Library library) throws AnalyzerException {
        AbstractInsnNode insn = instruction(bytecodeIndex);
        if (insn == null) {
            return null;
        }
        boolean isWait = insn instanceof MethodInsnNode call && (call.name.equals("wait") || isRewrittenWait(call));
        if (!takesAny() && !isWait) {
            return place(insn, List.of(), null, true, library);
        }
        @Nullable MonitorFrame[] states = flow();
        MonitorFrame state = states[method.instructions.indexOf(insn)];
        return state == null
                ? null
                : place(insn, state.held(), operand(insn, state), !state.irregular(), library)
                        .justEntered(justEntered(insn, states));
    }

    /** What a frame that stands at that bytecode index passes on, null if {@link #at} finds nothing. */
    @Nullable
    FrameValues values(int bytecodeIndex) throws AnalyzerException {
        AbstractInsnNode insn = instruction(bytecodeIndex);
        @Nullable MonitorFrame[] states = insn == null ? new MonitorFrame[0] : flow();
        return insn == null || states[method.instructions.indexOf(insn)] == null
                ? null
                : FrameValues.of(method, states, insn, lastIndex());
    }

    /** What each of its instructions that returns an object has by then; empty for a method without code. */
    List<FrameValues> returned() throws AnalyzerException {
        List<FrameValues> found = new ArrayList<>();
        @Nullable MonitorFrame[] states = flow();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.ARETURN && states[method.instructions.indexOf(insn)] != null) {
                found.add(FrameValues.of(method, states, insn, lastIndex()));
            }
        }
        return found;
    }

    private int lastIndex() {
        return Collections.max(reader.positions.keySet());
    }

    private @Nullable AbstractInsnNode instruction(int bytecodeIndex) {
        Integer position = reader.positions.get(bytecodeIndex);
        AbstractInsnNode insn = position == null ? null : method.instructions.get(position);
        while (insn != null && insn.getOpcode() < 0) {
            insn = insn.getNext();
        }
        return insn;
    }

    /** The calls of that method on that source line. */
    List<InstructionFacts> calls(String name, int line, Library library) throws AnalyzerException {
        List<InstructionFacts> found = new ArrayList<>();
        for (Map.Entry<Integer, Integer> each : reader.positions.entrySet()) {
            AbstractInsnNode insn = method.instructions.get(each.getValue());
            while (insn.getOpcode() < 0) {
                insn = insn.getNext();
            }
            if (insn instanceof MethodInsnNode call
                    && call.name.equals(name)
                    && lines(insn).contains(line)) {
                InstructionFacts place = at(each.getKey(), library);
                if (place != null) {
                    found.add(place);
                }
            }
        }
        return found;
    }

    private static InstructionFacts place(
            AbstractInsnNode insn,
            List<SymbolicLock> held,
            @Nullable SymbolicLock operand,
            boolean regular,
            Library library) {
        String owner = owner(insn);
        String name = insn instanceof MethodInsnNode call
                ? call.name
                : isStaticField(insn) ? ((FieldInsnNode) insn).name : "";
        boolean initializes =
                isStaticField(insn) || insn.getOpcode() == Opcodes.NEW || insn.getOpcode() == Opcodes.INVOKESTATIC;
        return new InstructionFacts(
                kind(insn), owner, name, initializes, held, operand, null, lines(insn), regular, library);
    }

    /** A class that the instruction calls into, makes, or reads a static field of may have to be initialized for it. */
    private static String owner(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return call.owner;
        }
        if (isStaticField(insn)) {
            return ((FieldInsnNode) insn).owner;
        }
        return insn.getOpcode() == Opcodes.NEW ? ((TypeInsnNode) insn).desc : "";
    }

    private static boolean isStaticField(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.GETSTATIC || insn.getOpcode() == Opcodes.PUTSTATIC;
    }

    /** The lines of the nearest line numbers before; several may begin at one instruction, and the JVM shows either. */
    private static Set<Integer> lines(AbstractInsnNode insn) {
        Set<Integer> lines = new HashSet<>();
        for (AbstractInsnNode node = insn.getPrevious(); node != null; node = node.getPrevious()) {
            if (node instanceof LineNumberNode number) {
                lines.add(number.line);
            } else if (node.getOpcode() >= 0 && !lines.isEmpty()) {
                return lines;
            }
        }
        return lines;
    }

    /** What the instruction before took the monitor of, null if it is none that takes one. */
    private @Nullable SymbolicLock justEntered(AbstractInsnNode insn, @Nullable MonitorFrame[] states) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        MonitorFrame state = before == null || before.getOpcode() != Opcodes.MONITORENTER
                ? null
                : states[method.instructions.indexOf(before)];
        return state == null || before == null ? null : operand(before, state);
    }

    private static InstructionFacts.Kind kind(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC, Opcodes.INVOKEINTERFACE ->
                InstructionFacts.Kind.CALL;
            case Opcodes.INVOKEDYNAMIC -> InstructionFacts.Kind.DYNAMIC_CALL;
            case Opcodes.MONITORENTER -> InstructionFacts.Kind.MONITOR_ENTER;
            default -> InstructionFacts.Kind.OTHER;
        };
    }

    private static @Nullable SymbolicLock operand(AbstractInsnNode insn, MonitorFrame state) {
        if (insn.getOpcode() == Opcodes.MONITORENTER) {
            return state.getStack(state.getStackSize() - 1);
        }
        if (insn instanceof MethodInsnNode call && isRewrittenWait(call)) {
            return state.getStack(state.getStackSize() - Type.getArgumentCount(call.desc));
        }
        if (insn instanceof MethodInsnNode call && call.getOpcode() != Opcodes.INVOKESTATIC) {
            return state.getStack(state.getStackSize() - 1 - Type.getArgumentCount(call.desc));
        }
        return null;
    }

    /** What unpin's rewritten code calls in place of {@code Object.wait}, with the object as the first argument. */
    private static boolean isRewrittenWait(MethodInsnNode call) {
        return call.name.equals("await") && JdkFrames.isMonitorRuntime(call.owner.replace('/', '.'));
    }

    private boolean takesAny() {
        boolean critical = CriticalSection.isNamedIn(reader);
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.MONITORENTER || (critical && CriticalSection.mayBegin(insn))) {
                return true;
            }
        }
        return false;
    }

    /** How often the method takes a monitor, or may begin a critical section, by instruction. */
    private static int monitorEnters(MethodNode method) {
        int enters = 0;
        for (AbstractInsnNode insn : method.instructions) {
            enters += insn.getOpcode() == Opcodes.MONITORENTER || CriticalSection.mayBegin(insn) ? 1 : 0;
        }
        return enters;
    }

    /** The instructions, in the order of {@link #flow()}. */
    public List<AbstractInsnNode> instructions() {
        return List.of(method.instructions.toArray());
    }

    /** The state before each instruction, null for those that no way leads to. */
    public @Nullable MonitorFrame[] flow() throws AnalyzerException {
        return flow(owner, method, captured());
    }

    private Map<Integer, SymbolicLock> captured() throws AnalyzerException {
        return CriticalSection.isNamedIn(reader) ? CapturedByLambda.methodsIn(reader, method) : Map.of();
    }

    /**
     * The monitors owned before each instruction of a method, whichever place of it is asked about.
     *
     * @param captured parameters whose origin is known, by local variable
     */
    static @Nullable MonitorFrame[] flow(String owner, MethodNode method, Map<Integer, SymbolicLock> captured)
            throws AnalyzerException {
        if ((long) method.instructions.size() * (method.maxLocals + method.maxStack) > LARGEST_FLOW) {
            throw new AnalyzerException(null, "method too large to follow");
        }
        Frame<SymbolicLock>[] frames = new MonitorFlow(method, monitorEnters(method), captured).analyze(owner, method);
        @Nullable MonitorFrame[] states = new MonitorFrame[frames.length];
        System.arraycopy(frames, 0, states, 0, frames.length);
        return states;
    }

    /** Remembers at which node each bytecode index begins; labels may come before the instruction itself. */
    private static final class PositionReader extends ClassReader {
        private final Map<Integer, Integer> positions = new HashMap<>();
        private @Nullable MethodNode method;

        PositionReader(byte[] classFile) {
            super(classFile);
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeIndex) {
            if (method != null) {
                positions.put(bytecodeIndex, method.instructions.size());
            }
        }
    }
}
