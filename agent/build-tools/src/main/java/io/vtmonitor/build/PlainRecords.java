package io.vtmonitor.build;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Writes out what {@code java.lang.runtime.ObjectMethods} makes of a record's components at run time. */
final class PlainRecords {
    private static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";

    private final String owner;
    private final MethodNode method;
    private final String[] names;
    private final Handle[] fields;

    private PlainRecords(String owner, MethodNode method, InvokeDynamicInsnNode call) {
        this.owner = owner;
        this.method = method;
        String all = (String) call.bsmArgs[1];
        names = all.isEmpty() ? new String[0] : all.split(";", -1);
        fields = new Handle[names.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = (Handle) call.bsmArgs[i + 2];
        }
    }

    /** Says whether there was anything to do. */
    static boolean rewrite(ClassNode node) {
        boolean changed = false;
        for (MethodNode method : node.methods) {
            InvokeDynamicInsnNode call = call(method);
            if (call != null) {
                new PlainRecords(node.name, method, call).rewrite();
                changed = true;
            }
        }
        return changed;
    }

    private static @Nullable InvokeDynamicInsnNode call(MethodNode method) {
        for (AbstractInsnNode at : method.instructions) {
            if (at instanceof InvokeDynamicInsnNode call && call.bsm.getOwner().equals(BOOTSTRAP)) {
                return call;
            }
        }
        return null;
    }

    private void rewrite() {
        method.instructions.clear();
        method.localVariables = null;
        method.visitCode();
        switch (method.name) {
            case "hashCode" -> hash();
            case "equals" -> compare();
            case "toString" -> print();
            default -> throw new IllegalStateException(owner + '.' + method.name);
        }
    }

    private void load(int variable, Handle field) {
        method.visitVarInsn(Opcodes.ALOAD, variable);
        if (variable != 0) {
            method.visitTypeInsn(Opcodes.CHECKCAST, owner);
        }
        method.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), field.getDesc());
    }

    private static boolean isReference(Type type) {
        return type.getSort() >= Type.ARRAY;
    }

    private void hash() {
        method.visitInsn(Opcodes.ICONST_0);
        for (Handle field : fields) {
            method.visitIntInsn(Opcodes.BIPUSH, 31);
            method.visitInsn(Opcodes.IMUL);
            load(0, field);
            Type type = Type.getType(field.getDesc());
            String holder = isReference(type) ? "java/util/Objects" : Boxes.of(type);
            String taken = isReference(type) ? "Ljava/lang/Object;" : field.getDesc();
            method.visitMethodInsn(Opcodes.INVOKESTATIC, holder, "hashCode", '(' + taken + ")I", false);
            method.visitInsn(Opcodes.IADD);
        }
        method.visitInsn(Opcodes.IRETURN);
    }

    private void compare() {
        Label other = new Label();
        Label unequal = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitJumpInsn(Opcodes.IF_ACMPNE, other);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(other);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.INSTANCEOF, owner);
        method.visitJumpInsn(Opcodes.IFEQ, unequal);
        for (Handle field : fields) {
            load(0, field);
            load(1, field);
            jumpIfUnequal(Type.getType(field.getDesc()), unequal);
        }
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(unequal);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
    }

    private void jumpIfUnequal(Type type, Label unequal) {
        if (isReference(type)) {
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "java/util/Objects",
                    "equals",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                    false);
            method.visitJumpInsn(Opcodes.IFEQ, unequal);
        } else if (type.getSort() >= Type.FLOAT) {
            String desc = '(' + type.getDescriptor() + type.getDescriptor() + ")I";
            method.visitMethodInsn(Opcodes.INVOKESTATIC, Boxes.of(type), "compare", desc, false);
            method.visitJumpInsn(Opcodes.IFNE, unequal);
        } else {
            method.visitJumpInsn(Opcodes.IF_ICMPNE, unequal);
        }
    }

    private void print() {
        String builder = "java/lang/StringBuilder";
        method.visitTypeInsn(Opcodes.NEW, builder);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, builder, "<init>", "()V", false);
        String before = owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1) + '[';
        for (int i = 0; i < fields.length; i++) {
            method.visitLdcInsn(before + names[i] + '=');
            append("Ljava/lang/String;");
            load(0, fields[i]);
            Type type = Type.getType(fields[i].getDesc());
            boolean small = type.getSort() == Type.BYTE || type.getSort() == Type.SHORT;
            append(isReference(type) ? "Ljava/lang/Object;" : small ? "I" : fields[i].getDesc());
            before = ", ";
        }
        method.visitLdcInsn(fields.length == 0 ? before + ']' : "]");
        append("Ljava/lang/String;");
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
        method.visitInsn(Opcodes.ARETURN);
    }

    private void append(String desc) {
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/lang/StringBuilder",
                "append",
                '(' + desc + ")Ljava/lang/StringBuilder;",
                false);
    }
}
