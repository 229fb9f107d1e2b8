package io.vtmonitor.build;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** From one type to another as {@code LambdaMetafactory} does: casts, boxes, wider numbers. */
final class Boxes {
    private static final Map<Type, String> BOXES = Map.of(
            Type.BOOLEAN_TYPE, "java/lang/Boolean",
            Type.BYTE_TYPE, "java/lang/Byte",
            Type.CHAR_TYPE, "java/lang/Character",
            Type.SHORT_TYPE, "java/lang/Short",
            Type.INT_TYPE, "java/lang/Integer",
            Type.LONG_TYPE, "java/lang/Long",
            Type.FLOAT_TYPE, "java/lang/Float",
            Type.DOUBLE_TYPE, "java/lang/Double");

    private Boxes() {}

    /** The class of a primitive type's boxes. */
    static String of(Type primitive) {
        String box = BOXES.get(primitive);
        if (box == null) {
            throw new IllegalArgumentException(primitive.getClassName());
        }
        return box;
    }

    private static @Nullable Type unboxed(Type reference) {
        for (Map.Entry<Type, String> each : BOXES.entrySet()) {
            if (each.getValue().equals(reference.getInternalName())) {
                return each.getKey();
            }
        }
        return null;
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /**
     * Adapts the value on top of the stack.
     *
     * @param from its type
     * @param declared the type that it is known to be of where generics have erased it
     * @param to the type that is wanted
     */
    static void adapt(MethodVisitor code, Type from, Type declared, Type to) {
        if (to.getSort() == Type.VOID) {
            if (from.getSort() != Type.VOID) {
                code.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
            }
        } else if (isPrimitive(from) && isPrimitive(to)) {
            widen(code, from, to);
        } else if (isPrimitive(from)) {
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    of(from),
                    "valueOf",
                    '(' + from.getDescriptor() + ")L" + of(from) + ';',
                    false);
        } else if (isPrimitive(to)) {
            Type inside = isPrimitive(declared) ? null : unboxed(declared);
            Type primitive = inside == null ? to : inside;
            code.visitTypeInsn(Opcodes.CHECKCAST, of(primitive));
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    of(primitive),
                    primitive.getClassName() + "Value",
                    "()" + primitive.getDescriptor(),
                    false);
            widen(code, primitive, to);
        } else if (!from.equals(to) && !to.getInternalName().equals("java/lang/Object")) {
            code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
        }
    }

    private static void widen(MethodVisitor code, Type from, Type to) {
        boolean small = from.getSort() < Type.INT && to.getSort() == Type.INT;
        if (from.equals(to) || small) {
            return;
        }
        String change = (from.getSort() < Type.INT ? 'I' : from.getDescriptor()) + to.getDescriptor();
        switch (change) {
            case "IJ" -> code.visitInsn(Opcodes.I2L);
            case "IF" -> code.visitInsn(Opcodes.I2F);
            case "ID" -> code.visitInsn(Opcodes.I2D);
            case "JF" -> code.visitInsn(Opcodes.L2F);
            case "JD" -> code.visitInsn(Opcodes.L2D);
            case "FD" -> code.visitInsn(Opcodes.F2D);
            default -> throw new IllegalStateException("no number of type " + from + " becomes one of type " + to);
        }
    }
}
