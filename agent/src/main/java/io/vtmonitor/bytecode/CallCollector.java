package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The calls of a method in one pass, as most methods need: those that take no monitor and pass no function. For the
 * others it says that {@link FlowCalls} has to be asked.
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
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<String> annotations;
    private final List<CallSite> calls = new ArrayList<>();
    private final Set<String> initialized = new HashSet<>();
    private final List<String> held;
    private int line;
    private int firstLine;
    private boolean needsFlow;

    CallCollector(CalledMembers members, int access, String name, String descriptor, List<String> annotations) {
        this.members = members;
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

    boolean needsFlow() {
        return needsFlow;
    }

    ClassCalls.Method method() {
        return method(true, calls);
    }

    /** The same method with the calls that the data flow found. */
    ClassCalls.Method method(boolean followed, List<CallSite> found) {
        return new ClassCalls.Method(name, descriptor, access, firstLine, annotations, followed, found);
    }

    /** As far as this pass tells. */
    List<CallSite> calls() {
        return calls;
    }

    @Override
    public void line(int number) {
        line = number;
        if (firstLine == 0) {
            firstLine = number;
        }
    }

    @Override
    public void entersMonitor() {
        needsFlow = true;
    }

    @Override
    public void makes(int type) {
        needsFlow |= members.isNameless(type);
    }

    /** A class inside a method, which javac numbers: it may be a function that is passed on. */
    static boolean isNameless(String type) {
        int dollar = type.lastIndexOf('$');
        return dollar > 0 && dollar + 1 < type.length() && Character.isDigit(type.charAt(dollar + 1));
    }

    @Override
    public void staticField(int field) {
        String type = members.typeOfField(field);
        if (mayInitialize(members.owner(), type) && initialized.add(type)) {
            calls.add(members.initialization(type, line, held));
        }
    }

    static boolean mayInitialize(String owner, String type) {
        return !type.equals(owner) && !type.startsWith("java/");
    }

    @Override
    public void call(int opcode, int called) {
        int member = members.number(called);
        if (member >= 0) {
            needsFlow |= members.isWait(member);
            calls.add(members.call(opcode, member, line, held));
        }
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
        CallSite function = members.function(dynamic, line);
        if (function != null) {
            calls.add(function);
            needsFlow = true;
        }
    }
}
