package io.vtmonitor.culprit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Names values by their origin while ASM's data flow runs. Where two origins meet, the value's name is lost for good, so
 * the flow comes to an end.
 */
final class LockInterpreter extends Interpreter<Lock> {
    private final MethodNode method;
    private final Map<Integer, Lock> captured;
    private int parameters;

    /** @param captured parameters whose origin is known, by local variable */
    LockInterpreter(MethodNode method, Map<Integer, Lock> captured) {
        super(Opcodes.ASM9);
        this.method = method;
        this.captured = captured;
    }

    @Override
    public @Nullable Lock newValue(@Nullable Type type) {
        return type == null ? Lock.UNKNOWN : type.getSort() == Type.VOID ? null : sized(type);
    }

    @Override
    public Lock newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (isInstanceMethod && local == 0) {
            return Lock.THIS;
        }
        parameters++;
        Lock handedOver = captured.get(local);
        if (handedOver != null) {
            return handedOver;
        }
        return type.getSize() == 2
                ? Lock.WIDE
                : Lock.fixed("parameter " + parameters).ofType(type.getDescriptor());
    }

    @Override
    public Lock newOperation(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> Lock.WIDE;
            case Opcodes.GETSTATIC -> staticField((FieldInsnNode) insn);
            case Opcodes.NEW -> made((TypeInsnNode) insn);
            case Opcodes.LDC -> constant(((LdcInsnNode) insn).cst);
            default -> Lock.UNKNOWN;
        };
    }

    private Lock made(TypeInsnNode insn) {
        return new Lock(1, "new " + Lock.simpleName(insn.desc) + "()", index(insn), insn.desc, null);
    }

    private static Lock staticField(FieldInsnNode field) {
        return Type.getType(field.desc).getSize() == 2
                ? Lock.WIDE
                : Lock.fixed("static field " + Lock.simpleName(field.owner) + "." + field.name)
                        .from(new Lock.Field(field.owner, field.name, field.desc));
    }

    private static Lock constant(Object constant) {
        if (constant instanceof Type type) {
            return type.getSort() == Type.OBJECT ? Lock.ofClass(type.getInternalName()) : Lock.UNKNOWN;
        }
        if (constant instanceof String text) {
            return Lock.string(text);
        }
        if (constant instanceof org.objectweb.asm.ConstantDynamic dynamic) {
            return dynamic.getSize() == 2 ? Lock.WIDE : Lock.UNKNOWN;
        }
        return constant instanceof Long || constant instanceof Double ? Lock.WIDE : Lock.UNKNOWN;
    }

    @Override
    public Lock copyOperation(AbstractInsnNode insn, Lock value) {
        return value;
    }

    @Override
    public @Nullable Lock unaryOperation(AbstractInsnNode insn, Lock value) {
        return switch (insn.getOpcode()) {
            case Opcodes.CHECKCAST -> value;
            case Opcodes.GETFIELD -> {
                FieldInsnNode field = (FieldInsnNode) insn;
                yield Type.getType(field.desc).getSize() == 2
                        ? Lock.WIDE
                        : value.part("field " + field.name, index(insn))
                                .from(new Lock.Field(field.owner, field.name, field.desc));
            }
            case Opcodes.LNEG,
                    Opcodes.DNEG,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.L2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.D2L -> Lock.WIDE;
            default -> Lock.UNKNOWN;
        };
    }

    @Override
    public Lock binaryOperation(AbstractInsnNode insn, Lock value1, Lock value2) {
        return switch (insn.getOpcode()) {
            case Opcodes.AALOAD ->
                new Lock(1, value1.text() == null ? null : "element of " + value1.text(), index(insn));
            case Opcodes.LALOAD,
                    Opcodes.DALOAD,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LSHL,
                    Opcodes.LSHR,
                    Opcodes.LUSHR,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR -> Lock.WIDE;
            default -> Lock.UNKNOWN;
        };
    }

    @Override
    public Lock ternaryOperation(AbstractInsnNode insn, Lock value1, Lock value2, Lock value3) {
        return Lock.UNKNOWN;
    }

    @Override
    public @Nullable Lock naryOperation(AbstractInsnNode insn, List<? extends Lock> values) {
        if (insn instanceof MethodInsnNode call) {
            Lock found = CriticalSection.found(call, values);
            return found != null ? found : result(call.name, call.desc, insn);
        }
        if (insn instanceof InvokeDynamicInsnNode call) {
            return result(call.name, call.desc, insn);
        }
        return Lock.UNKNOWN;
    }

    private @Nullable Lock result(String name, String descriptor, AbstractInsnNode insn) {
        Type type = Type.getReturnType(descriptor);
        return type.getSize() == 1
                ? new Lock(1, "result of " + name + "()", index(insn)).ofType(type.getDescriptor())
                : newValue(type);
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Lock value, Lock expected) {
        // nothing flows on
    }

    @Override
    public Lock merge(Lock value1, Lock value2) {
        return value1.equals(value2)
                ? value1
                : value1.size() == value2.size() && value1.size() == 2 ? Lock.WIDE : Lock.UNKNOWN;
    }

    private int index(AbstractInsnNode insn) {
        return method.instructions.indexOf(insn);
    }

    private static Lock sized(Type type) {
        return type.getSize() == 2 ? Lock.WIDE : Lock.UNKNOWN;
    }
}
