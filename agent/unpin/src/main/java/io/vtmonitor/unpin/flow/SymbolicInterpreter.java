package io.vtmonitor.unpin.flow;

import io.vtmonitor.bytecode.flow.OriginInterpreter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Says of each value where it comes from. Where two meet only a common type is left, so the flow comes to an end. */
final class SymbolicInterpreter extends OriginInterpreter<SymbolicValue> {
    private final String owner;
    private int parameters;

    SymbolicInterpreter(String owner, MethodNode method) {
        super(method, SymbolicValue.UNKNOWN, SymbolicValue.WIDE);
        this.owner = owner;
    }

    @Override
    public @Nullable SymbolicValue newValue(@Nullable Type type) {
        return type == null ? SymbolicValue.UNKNOWN : type.getSort() == Type.VOID ? null : typed(type);
    }

    private static SymbolicValue typed(Type type) {
        return type.getSize() == 2
                ? SymbolicValue.WIDE
                : type.getSort() < Type.ARRAY ? SymbolicValue.UNKNOWN : SymbolicValue.other(type.getInternalName());
    }

    @Override
    public SymbolicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (isInstanceMethod && local == 0) {
            return SymbolicValue.self(owner);
        }
        parameters++;
        return type.getSort() < Type.ARRAY ? typed(type) : SymbolicValue.parameter(parameters, type.getInternalName());
    }

    @Override
    public SymbolicValue newOperation(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.ACONST_NULL -> SymbolicValue.NULL;
            case Opcodes.GETSTATIC -> field((FieldInsnNode) insn, -1);
            case Opcodes.NEW -> made(((TypeInsnNode) insn).desc, insn);
            case Opcodes.LDC -> constant(((LdcInsnNode) insn).cst);
            default -> super.newOperation(insn);
        };
    }

    private SymbolicValue made(String type, AbstractInsnNode insn) {
        return new SymbolicValue(1, SymbolicValue.Kind.NEW, type, true, "", "", index(insn));
    }

    private static SymbolicValue field(FieldInsnNode field, int source) {
        Type type = Type.getType(field.desc);
        return type.getSort() < Type.ARRAY
                ? typed(type)
                : new SymbolicValue(
                        1, SymbolicValue.Kind.FIELD, type.getInternalName(), false, field.owner, field.name, source);
    }

    private static SymbolicValue constant(Object constant) {
        if (constant instanceof Type type) {
            return type.getSort() == Type.OBJECT ? SymbolicValue.mirror(type.getInternalName()) : SymbolicValue.UNKNOWN;
        }
        if (constant instanceof String) {
            return SymbolicValue.STRING;
        }
        if (constant instanceof ConstantDynamic dynamic) {
            return typed(Type.getType(dynamic.getDescriptor()));
        }
        return constant instanceof Long || constant instanceof Double ? SymbolicValue.WIDE : SymbolicValue.UNKNOWN;
    }

    @Override
    public @Nullable SymbolicValue unaryOperation(AbstractInsnNode insn, SymbolicValue value) {
        return switch (insn.getOpcode()) {
            case Opcodes.CHECKCAST -> value.as(((TypeInsnNode) insn).desc);
            case Opcodes.GETFIELD ->
                // The same field of this is taken for one object, of others only if read by one instruction.
                field((FieldInsnNode) insn, value.kind() == SymbolicValue.Kind.THIS ? -1 : index(insn));
            case Opcodes.NEWARRAY -> made(array((IntInsnNode) insn), insn);
            case Opcodes.ANEWARRAY -> made("[L" + ((TypeInsnNode) insn).desc + ";", insn);
            default -> super.unaryOperation(insn, value);
        };
    }

    private static String array(IntInsnNode insn) {
        return "[" + "ZCFDBSIJ".charAt(insn.operand - Opcodes.T_BOOLEAN);
    }

    @Override
    public SymbolicValue binaryOperation(AbstractInsnNode insn, SymbolicValue value1, SymbolicValue value2) {
        return insn.getOpcode() == Opcodes.AALOAD ? element(value1) : super.binaryOperation(insn, value1, value2);
    }

    private static SymbolicValue element(SymbolicValue array) {
        String type = array.type();
        return type != null && type.startsWith("[") ? typed(Type.getType(type.substring(1))) : SymbolicValue.UNKNOWN;
    }

    @Override
    public @Nullable SymbolicValue naryOperation(AbstractInsnNode insn, List<? extends SymbolicValue> values) {
        if (insn instanceof MethodInsnNode call) {
            Type type = Type.getReturnType(call.desc);
            return type.getSort() < Type.ARRAY
                    ? newValue(type)
                    : new SymbolicValue(
                            1,
                            SymbolicValue.Kind.RESULT,
                            type.getInternalName(),
                            false,
                            call.owner,
                            call.name + call.desc,
                            index(insn));
        }
        if (insn instanceof InvokeDynamicInsnNode call) {
            return newValue(Type.getReturnType(call.desc));
        }
        return insn instanceof MultiANewArrayInsnNode array ? made(array.desc, insn) : SymbolicValue.UNKNOWN;
    }

    @Override
    public SymbolicValue merge(SymbolicValue value1, SymbolicValue value2) {
        if (value1.equals(value2) || (value2.kind() == SymbolicValue.Kind.NULL && value1.size() == 1)) {
            return value1;
        }
        if (value1.kind() == SymbolicValue.Kind.NULL && value2.size() == 1) {
            return value2;
        }
        if (value1.size() != value2.size()) {
            return SymbolicValue.UNKNOWN;
        }
        if (value1.size() == 2) {
            return SymbolicValue.WIDE;
        }
        String type = value1.type() != null && value1.type().equals(value2.type()) ? value1.type() : null;
        return Objects.equals(type, value1.type()) && value1.covers(value2)
                ? value1
                : SymbolicValue.oneOf(type, value1, value2);
    }
}
