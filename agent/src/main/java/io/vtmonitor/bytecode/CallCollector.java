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
import org.objectweb.asm.Type;

/**
 * The calls of a method in one pass, as most methods need: those that take no monitor and pass no function. For the
 * others it says that {@link FlowCalls} has to be asked.
 */
final class CallCollector extends MethodVisitor {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
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

    private final String owner;
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<String> annotations = new ArrayList<>();
    private final List<CallSite> calls = new ArrayList<>();
    private final Set<String> initialized = new HashSet<>();
    private final List<String> held;
    private int line;
    private int firstLine;
    private boolean needsFlow;

    CallCollector(String owner, int access, String name, String descriptor) {
        super(Opcodes.ASM9);
        this.owner = owner;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
        held = ownMonitor(access, owner);
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
    public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
        annotations.add(type);
        return null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        if (firstLine == 0) {
            firstLine = number;
        }
    }

    @Override
    public void visitInsn(int opcode) {
        needsFlow |= opcode == Opcodes.MONITORENTER;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        needsFlow |= opcode == Opcodes.NEW && isNameless(type);
    }

    /** A class inside a method, which javac numbers: it may be a function that is passed on. */
    static boolean isNameless(String type) {
        int dollar = type.lastIndexOf('$');
        return dollar > 0 && dollar + 1 < type.length() && Character.isDigit(type.charAt(dollar + 1));
    }

    @Override
    public void visitFieldInsn(int opcode, String type, String field, String itsDescriptor) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        if (isStatic && mayInitialize(owner, type) && initialized.add(type)) {
            calls.add(initialization(type, line, held));
        }
    }

    static boolean mayInitialize(String owner, String type) {
        return !type.equals(owner) && !type.startsWith("java/");
    }

    static CallSite initialization(String type, int line, List<String> held) {
        return new CallSite(CallSite.Kind.INITIALIZATION, type, "", "", line, held, null, null, List.of());
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String called, String itsDescriptor, boolean isInterface) {
        if (mayMatter(type)) {
            needsFlow |= isWait(type, called);
            calls.add(new CallSite(kind(opcode), type, called, itsDescriptor, line, held, null, null, List.of()));
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
    public void visitInvokeDynamicInsn(String called, String itsDescriptor, Handle bootstrap, Object... arguments) {
        CallSite function = function(called, itsDescriptor, bootstrap, arguments, line);
        if (function != null) {
            calls.add(function);
            needsFlow = true;
        }
    }

    /**
     * A lambda expression or a method reference, null for string concatenation and whatever else is linked at run time.
     */
    static @Nullable CallSite function(
            String called, String itsDescriptor, Handle bootstrap, Object[] arguments, int line) {
        boolean isLambda = bootstrap.getOwner().equals(LAMBDAS)
                && arguments.length >= 2
                && arguments[0] instanceof Type
                && arguments[1] instanceof Handle;
        Type made = Type.getReturnType(itsDescriptor);
        if (!isLambda || made.getSort() != Type.OBJECT) {
            return null;
        }
        Handle body = (Handle) arguments[1];
        boolean fixed = body.getTag() == Opcodes.H_INVOKESTATIC
                || body.getTag() == Opcodes.H_NEWINVOKESPECIAL
                || body.getTag() == Opcodes.H_INVOKESPECIAL;
        String type = made.getInternalName();
        CallSite.Passed passed = new CallSite.Passed(type, body.getOwner(), body.getName(), body.getDesc(), fixed);
        return new CallSite(
                CallSite.Kind.FUNCTION,
                type,
                called,
                ((Type) arguments[0]).getDescriptor(),
                line,
                List.of(),
                null,
                null,
                List.of(passed));
    }
}
