package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** The calls of a method whose monitors and arguments only the data flow shows. */
final class FlowCalls {
    private static final String SOME_OBJECT = "an object that the bytecode does not name";

    private final CalledMembers members;
    private final MethodNode method;
    private final @Nullable MonitorFrame[] states;
    private final List<String> own;
    private final List<CallSite> calls = new ArrayList<>();
    private final Set<String> initialized = new HashSet<>();

    private FlowCalls(CalledMembers members, MethodNode method) throws AnalyzerException {
        this.members = members;
        this.method = method;
        states = MethodCode.flow(members.owner(), method, java.util.Map.of());
        own = CallCollector.ownMonitor(method.access, members.owner());
    }

    /** @param known what the first pass found; kept where the method can't be followed */
    static ClassCalls.Method of(CalledMembers members, MethodNode method, CallCollector known) {
        try {
            FlowCalls flow = new FlowCalls(members, method);
            flow.collect();
            return known.method(true, flow.calls);
        } catch (AnalyzerException | RuntimeException e) { // too large, or bytecode that no JVM would run
            return known.method(false, known.calls());
        }
    }

    private void collect() {
        int line = 0;
        for (int i = 0; i < states.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (insn instanceof LineNumberNode number) {
                line = number.line;
            }
            MonitorFrame state = states[i];
            if (state != null) {
                collect(insn, state, line);
            }
        }
    }

    private void collect(AbstractInsnNode insn, MonitorFrame state, int line) {
        if (insn instanceof MethodInsnNode call && CallCollector.mayMatter(call.owner)) {
            calls.add(call(call, state, line));
        } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
            CallSite function = members.function(dynamic.name, dynamic.desc, dynamic.bsm, dynamic.bsmArgs, line);
            if (function != null) {
                calls.add(function);
            }
        } else if (insn instanceof FieldInsnNode field
                && (field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC)
                && CallCollector.mayInitialize(members.owner(), field.owner)) {
            List<String> held = held(state.held());
            if (initialized.add(field.owner + held.size())) {
                calls.add(members.initialization(field.owner, line, held));
            }
        }
    }

    private CallSite call(MethodInsnNode call, MonitorFrame state, int line) {
        int arguments = Type.getArgumentCount(call.desc);
        int first = state.getStackSize() - arguments;
        SymbolicLock receiver = call.getOpcode() == Opcodes.INVOKESTATIC ? null : state.getStack(first - 1);
        List<SymbolicLock> locks = state.held();
        String waitsOn = null;
        List<String> held = held(locks);
        if (receiver != null && CallCollector.isWait(call.owner, call.name)) {
            waitsOn = receiver.text();
            List<String> kept = new ArrayList<>(held);
            kept.removeIf(name -> name.equals(receiver.text()));
            held = kept;
        }
        return new CallSite(
                CallCollector.kind(call.getOpcode()),
                members.number(call.owner, call.name + call.desc),
                line,
                held,
                waitsOn,
                receiver == null ? null : made(receiver),
                passed(call, state, first));
    }

    private List<String> held(List<SymbolicLock> locks) {
        if (locks.isEmpty()) {
            return own;
        }
        List<String> held = new ArrayList<>(own);
        for (SymbolicLock lock : locks) {
            held.add(Objects.requireNonNullElse(lock.text(), SOME_OBJECT));
        }
        return held;
    }

    /** The class of an object that this method made. */
    private @Nullable String made(SymbolicLock value) {
        return maker(value) instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW ? made.desc : null;
    }

    private @Nullable AbstractInsnNode maker(SymbolicLock value) {
        return value.source() < 0 || value.field() != null ? null : method.instructions.get(value.source());
    }

    private List<CallSite.Passed> passed(MethodInsnNode call, MonitorFrame state, int first) {
        List<CallSite.Passed> passed = new ArrayList<>();
        Type[] types = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.OBJECT) {
                CallSite.Passed function = function(types[i].getInternalName(), state.getStack(first + i));
                if (function != null) {
                    passed.add(function);
                }
            }
        }
        return passed;
    }

    private CallSite.@Nullable Passed function(String type, SymbolicLock value) {
        AbstractInsnNode maker = maker(value);
        if (maker instanceof InvokeDynamicInsnNode dynamic) {
            return CalledMembers.body(dynamic.desc, dynamic.bsm, dynamic.bsmArgs);
        }
        String made = made(value);
        if (made == null && value.field() != null && value.source() < 0) {
            made = value.type(); // the only instance of a class of Kotlin's, kept in a static field of it
        }
        return made != null && CallCollector.isNameless(made) ? new CallSite.Passed(type, made, "", "", false) : null;
    }
}
