package io.vtmonitor.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The lambdas of one class as one other class, which implements all their interfaces: an object of it knows which
 * lambda it is and what that one captured. One class, because to load one costs more than to run most of them.
 */
final class PlainLambdas {
    private static final String BOOTSTRAP = "java/lang/invoke/LambdaMetafactory";
    private static final String SUFFIX = "$$Lambdas";
    private static final String WHICH = "which";

    private final String name;
    private final List<Lambda> lambdas = new ArrayList<>();

    /** Captured values lie in fields by their kind: Object, int, long, float, double. */
    private final Map<String, Integer> fields = new LinkedHashMap<>();

    private PlainLambdas(String owner) {
        name = owner + SUFFIX;
    }

    /** One place where a lambda is made. */
    private record Lambda(int number, String method, Type made, Type erased, Type declared, Handle body) {
        Type[] captured() {
            return made.getArgumentTypes();
        }
    }

    /** Takes a class's lambdas out of it; null if it has none. */
    static @Nullable ClassNode rewrite(ClassNode node) {
        PlainLambdas plain = new PlainLambdas(node.name);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof InvokeDynamicInsnNode call
                        && call.bsm.getOwner().equals(BOOTSTRAP)
                        && call.bsm.getName().equals("metafactory")) {
                    method.instructions.set(at, plain.take(call));
                }
            }
        }
        return plain.lambdas.isEmpty() ? null : plain.made(node);
    }

    private MethodInsnNode take(InvokeDynamicInsnNode call) {
        Lambda lambda = new Lambda(
                lambdas.size(),
                call.name,
                Type.getMethodType(call.desc),
                (Type) call.bsmArgs[0],
                (Type) call.bsmArgs[2],
                (Handle) call.bsmArgs[1]);
        lambdas.add(lambda);
        Map<String, Integer> used = new LinkedHashMap<>();
        for (Type type : lambda.captured()) {
            used.merge(kind(type), 1, Integer::sum);
        }
        used.forEach((kind, count) -> fields.merge(kind, count, Math::max));
        return new MethodInsnNode(Opcodes.INVOKESTATIC, name, factory(lambda), call.desc, false);
    }

    private static String factory(Lambda lambda) {
        return "make" + lambda.number();
    }

    private static String kind(Type type) {
        if (type.getSort() >= Type.ARRAY) {
            return "Ljava/lang/Object;";
        }
        return type.getSort() <= Type.INT ? "I" : type.getDescriptor();
    }

    private static String field(String kind, int index) {
        return (kind.length() == 1 ? kind : "A") + index;
    }

    private ClassNode made(ClassNode owner) {
        ClassNode made = new ClassNode();
        TreeSet<String> interfaces = new TreeSet<>();
        lambdas.forEach(lambda -> interfaces.add(lambda.made().getReturnType().getInternalName()));
        made.visit(
                owner.version,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                name,
                null,
                "java/lang/Object",
                interfaces.toArray(new String[0]));
        made.visitSource(owner.sourceFile, null);
        constructor(made);
        Map<String, List<Lambda>> byMethod = new LinkedHashMap<>();
        for (Lambda lambda : lambdas) {
            factory(made, lambda);
            byMethod.computeIfAbsent(lambda.method() + lambda.erased().getDescriptor(), unknown -> new ArrayList<>())
                    .add(lambda);
        }
        byMethod.values().forEach(same -> method(made, same));
        return made;
    }

    private String constructorDescriptor() {
        StringBuilder desc = new StringBuilder("(I");
        fields.forEach((kind, count) -> desc.append(kind.repeat(count)));
        return desc.append(")V").toString();
    }

    private void constructor(ClassNode made) {
        MethodVisitor code = made.visitMethod(Opcodes.ACC_PRIVATE, "<init>", constructorDescriptor(), null, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        int[] variable = {1};
        keep(made, code, WHICH, "I", variable);
        fields.forEach((kind, count) -> {
            for (int i = 0; i < count; i++) {
                keep(made, code, field(kind, i), kind, variable);
            }
        });
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
    }

    private void keep(ClassNode made, MethodVisitor code, String field, String kind, int[] variable) {
        made.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, field, kind, null, null);
        Type type = Type.getType(kind);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable[0]);
        code.visitFieldInsn(Opcodes.PUTFIELD, name, field, kind);
        variable[0] += type.getSize();
    }

    private void factory(ClassNode made, Lambda lambda) {
        MethodVisitor code = made.visitMethod(
                Opcodes.ACC_STATIC, factory(lambda), lambda.made().getDescriptor(), null, null);
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(lambda.number());
        Type[] captured = lambda.captured();
        fields.forEach((kind, count) -> {
            int left = count;
            int variable = 0;
            for (Type type : captured) {
                if (kind(type).equals(kind)) {
                    code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
                    left--;
                }
                variable += type.getSize();
            }
            for (; left > 0; left--) {
                code.visitInsn(zero(kind));
            }
        });
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructorDescriptor(), false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(0, 0);
    }

    private static int zero(String kind) {
        return switch (kind) {
            case "I" -> Opcodes.ICONST_0;
            case "J" -> Opcodes.LCONST_0;
            case "F" -> Opcodes.FCONST_0;
            case "D" -> Opcodes.DCONST_0;
            default -> Opcodes.ACONST_NULL;
        };
    }

    private void method(ClassNode made, List<Lambda> same) {
        Lambda first = same.get(0);
        MethodVisitor code = made.visitMethod(
                Opcodes.ACC_PUBLIC, first.method(), first.erased().getDescriptor(), null, null);
        for (Lambda lambda : same.subList(0, same.size() - 1)) {
            Label next = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, WHICH, "I");
            code.visitLdcInsn(lambda.number());
            code.visitJumpInsn(Opcodes.IF_ICMPNE, next);
            call(code, lambda);
            code.visitLabel(next);
        }
        call(code, same.get(same.size() - 1));
        code.visitMaxs(0, 0);
    }

    /** Calls the lambda's body and returns what it gives. */
    private void call(MethodVisitor code, Lambda lambda) {
        Handle body = lambda.body();
        boolean constructs = body.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (constructs) {
            code.visitTypeInsn(Opcodes.NEW, body.getOwner());
            code.visitInsn(Opcodes.DUP);
        }
        List<Type> wanted = new ArrayList<>();
        if (!constructs && body.getTag() != Opcodes.H_INVOKESTATIC) {
            wanted.add(Type.getObjectType(body.getOwner()));
        }
        wanted.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
        Map<String, Integer> used = new LinkedHashMap<>();
        int next = 0;
        for (Type captured : lambda.captured()) {
            String kind = kind(captured);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, field(kind, used.merge(kind, 1, Integer::sum) - 1), kind);
            Type kept = captured.getSort() < Type.ARRAY ? captured : Type.getType(kind);
            Boxes.adapt(code, kept, captured, wanted.get(next++));
        }
        int variable = 1;
        Type[] given = lambda.erased().getArgumentTypes();
        for (int i = 0; i < given.length; i++) {
            code.visitVarInsn(given[i].getOpcode(Opcodes.ILOAD), variable);
            variable += given[i].getSize();
            Boxes.adapt(code, given[i], lambda.declared().getArgumentTypes()[i], wanted.get(next++));
        }
        code.visitMethodInsn(opcode(body), body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
        Type result = constructs ? Type.getObjectType(body.getOwner()) : Type.getReturnType(body.getDesc());
        Type expected = lambda.erased().getReturnType();
        Boxes.adapt(code, result, result, expected);
        code.visitInsn(expected.getOpcode(Opcodes.IRETURN));
    }

    private static int opcode(Handle body) {
        return switch (body.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            // A private method's; from another member of its nest it is called like others.
            default -> body.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        };
    }
}
