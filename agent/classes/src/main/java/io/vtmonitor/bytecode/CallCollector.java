package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The calls of a method in one pass, as most methods need: those that take no monitor and pass no function. Those that
 * pass one are gone over again with {@link ValueFlow}; of those that take a monitor {@link FlowCalls} tells.
 */
final class CallCollector implements CodeWalk.Taker {
    private static final Set<String> NEVER_BLOCK = Set.of(
            "java/lang/String",
            "java/lang/StringBuilder",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Boolean",
            "java/lang/Character",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Math",
            "java/lang/System",
            "java/util/Objects");

    private final CalledMembers members;
    private final CodeWalk walk;
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<String> annotations;
    private final List<CallSite> calls = new ArrayList<>();
    private final Set<String> initialized = new HashSet<>();
    private final List<String> held;
    private int line;
    private boolean needsMonitors;
    private boolean needsValues;
    private @Nullable ValueFlow flow;
    private @Nullable Values values;

    CallCollector(
            CalledMembers members,
            CodeWalk walk,
            int access,
            String name,
            String descriptor,
            List<String> annotations) {
        this.members = members;
        this.walk = walk;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
        this.annotations = annotations;
        held = ownMonitor(access, members.owner());
    }

    /** The monitor of a synchronized method. */
    static List<String> ownMonitor(int access, String owner) {
        if ((access & Opcodes.ACC_SYNCHRONIZED) == 0) {
            return List.of();
        }
        return List.of((access & Opcodes.ACC_STATIC) == 0 ? "this" : "class " + SymbolicLock.simpleName(owner));
    }

    String key() {
        return name + descriptor;
    }

    /** Whether it takes the monitors that are owned at each call. */
    boolean needsMonitors() {
        return needsMonitors;
    }

    /** Whether it takes the values alone that are passed. */
    boolean needsValues() {
        return needsValues && !needsMonitors;
    }

    /**
     * The same method with what its values say.
     *
     * @param code where the contents of its Code attribute begin
     */
    ClassCalls.Method followed(ConstantPool pool, int code) {
        List<CallSite> first = List.copyOf(calls);
        try {
            values = new Values(pool, members);
            flow = new ValueFlow(pool, values, code, (access & Opcodes.ACC_STATIC) != 0, descriptor);
            calls.clear();
            initialized.clear();
            line = 0;
            walk.walk(code, this);
            return method(true, calls);
        } catch (RuntimeException e) { // bytecode that no JVM would run
            return method(false, first);
        }
    }

    private boolean isReached() {
        return flow == null || flow.isReached(walk.now());
    }

    ClassCalls.Method method() {
        return method(true, calls);
    }

    /** The same method with the calls that the data flow found. */
    ClassCalls.Method method(boolean followed, List<CallSite> found) {
        return new ClassCalls.Method(name, descriptor, access, annotations, followed, found);
    }

    /** As far as this pass tells. */
    List<CallSite> calls() {
        return calls;
    }

    @Override
    public void line(int number) {
        line = number;
    }

    @Override
    public void entersMonitor() {
        needsMonitors = true;
    }

    @Override
    public void makes(int type) {
        needsValues |= members.isNameless(type);
    }

    /** A class inside a method, which javac numbers: it may be a function that is passed on. */
    static boolean isNameless(String type) {
        int dollar = type.lastIndexOf('$');
        return dollar > 0 && dollar + 1 < type.length() && Character.isDigit(type.charAt(dollar + 1));
    }

    @Override
    public void staticField(int field) {
        String type = members.typeOfField(field);
        if (mayInitialize(members.owner(), type) && isReached() && initialized.add(type)) {
            calls.add(members.initialization(type, line, held));
        }
    }

    static boolean mayInitialize(String owner, String type) {
        return !type.equals(owner) && !type.startsWith("java/");
    }

    @Override
    public void call(int opcode, int called) {
        int member = members.number(called);
        if (member >= 0 && isReached()) {
            needsMonitors |= members.isWait(member);
            calls.add(flow == null ? members.call(opcode, member, line, held) : followedCall(opcode, member, called));
        }
    }

    private CallSite followedCall(int opcode, int member, int called) {
        ValueFlow states = Objects.requireNonNull(flow);
        Values origins = Objects.requireNonNull(values);
        String itsDescriptor = members.descriptor(called);
        int depth = StackEffects.arguments(itsDescriptor);
        String receiver = opcode == Opcodes.INVOKESTATIC ? null : origins.made(states.stack(walk.now(), depth));
        List<CallSite.Passed> passed = new ArrayList<>(0);
        for (int at = 1; itsDescriptor.charAt(at) != ')'; at = StackEffects.next(itsDescriptor, at)) {
            depth -= StackEffects.size(itsDescriptor, at);
            if (itsDescriptor.charAt(at) == 'L') {
                String type = itsDescriptor.substring(at + 1, StackEffects.next(itsDescriptor, at) - 1);
                CallSite.Passed function = origins.passed(states.stack(walk.now(), depth), type);
                if (function != null) {
                    passed.add(function);
                }
            }
        }
        return new CallSite(CallCollector.kind(opcode), member, line, held, null, receiver, passed);
    }

    /** False for calls that neither block nor call back, which are the most. */
    static boolean mayMatter(String type) {
        return !NEVER_BLOCK.contains(type) && type.charAt(0) != '[';
    }

    static boolean isWait(String type, String called) {
        return called.equals("wait") && !type.startsWith("[");
    }

    static CallSite.Kind kind(int opcode) {
        return switch (opcode) {
            case Opcodes.INVOKESTATIC -> CallSite.Kind.STATIC;
            case Opcodes.INVOKESPECIAL -> CallSite.Kind.SPECIAL;
            case Opcodes.INVOKEINTERFACE -> CallSite.Kind.INTERFACE;
            default -> CallSite.Kind.VIRTUAL;
        };
    }

    @Override
    public void dynamicCall(int dynamic) {
        CallSite function = isReached() ? members.function(dynamic, line) : null;
        if (function != null) {
            calls.add(function);
            needsValues = true;
        }
    }
}
