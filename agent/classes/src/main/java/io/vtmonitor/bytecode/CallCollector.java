package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The calls of a method in one pass, as most methods need: those that take no monitor and pass no function. Of the
 * {@link FlowCalls} finds the others.
 */
final class CallCollector extends MethodVisitor {
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
    private final List<String> annotations = new ArrayList<>(0);
    private final List<CallSite> calls = new ArrayList<>();
    private final Set<String> initialized = new HashSet<>();
    private final List<String> held;
    private final String key;
    private int line;
    private boolean needsFlow;

    CallCollector(CalledMembers members, int access, String name, String descriptor) {
        super(Opcodes.ASM9);
        this.members = members;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
        held = ownMonitor(access, members.owner());
        key = CalledMembers.signature(name, descriptor);
    }

    /** The monitor of a synchronized method. */
    static List<String> ownMonitor(int access, String owner) {
        if ((access & Opcodes.ACC_SYNCHRONIZED) == 0) {
            return List.of();
        }
        return List.of((access & Opcodes.ACC_STATIC) == 0 ? "this" : "class " + SymbolicLock.simpleName(owner));
    }

    String key() {
        return key;
    }

    /** Whether only the data flow shows which monitors are owned at its calls, or which values are passed. */
    boolean needsFlow() {
        return needsFlow;
    }

    ClassCalls.Method method() {
        return method(true, calls);
    }

    /** The same method with the calls that the data flow found. */
    ClassCalls.Method method(boolean followed, List<CallSite> found) {
        return new ClassCalls.Method(name, descriptor, access, annotations, followed, found);
    }

    /** As far as this pass shows. */
    List<CallSite> calls() {
        return calls;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
        annotations.add(type);
        return null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
    }

    @Override
    public void visitInsn(int opcode) {
        needsFlow |= opcode == Opcodes.MONITORENTER;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        needsFlow |= opcode == Opcodes.NEW && isNameless(type);
    }

    @Override
    public void visitFieldInsn(int opcode, String type, String field, String itsDescriptor) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        if (isStatic && mayInitialize(members.owner(), type) && initialized.add(type)) {
            calls.add(members.initialization(type, line, held));
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String called, String itsDescriptor, boolean isInterface) {
        String signature = CalledMembers.signature(called, itsDescriptor);
        if (mayMatter(type)) {
            needsFlow |= isWait(type, called);
            calls.add(members.call(opcode, members.number(type, signature), line, held));
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String called, String made, Handle bootstrap, Object... arguments) {
        CallSite function = members.function(called, made, bootstrap, arguments, line);
        if (function != null) {
            calls.add(function);
            needsFlow = true;
        }
    }

    /** A class inside a method, which javac numbers: it may be a function that is passed on. */
    static boolean isNameless(String type) {
        int dollar = type.lastIndexOf('$');
        return dollar > 0 && dollar + 1 < type.length() && Character.isDigit(type.charAt(dollar + 1));
    }

    static boolean mayInitialize(String owner, String type) {
        return !type.equals(owner) && !type.startsWith("java/");
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
}
