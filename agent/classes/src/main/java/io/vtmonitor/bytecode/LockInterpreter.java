package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.flow.OriginInterpreter;
import java.util.IdentityHashMap;
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

/**
 * Names values by their origin while ASM's data flow runs. Where two origins meet, the value's name is lost
 * permanently, so the flow comes to an end.
 */
final class LockInterpreter extends OriginInterpreter<SymbolicLock> {
    private final Map<Integer, SymbolicLock> captured;
    private final IdentityHashMap<AbstractInsnNode, SymbolicLock> results = new IdentityHashMap<>();
    private final IdentityHashMap<AbstractInsnNode, Part> parts = new IdentityHashMap<>();
    private int parameters;

    /** A field's value, of the object that it was read from last. */
    private record Part(SymbolicLock of, SymbolicLock part) {}

    /** @param captured parameters whose origin is known, by local variable */
    LockInterpreter(MethodNode method, Map<Integer, SymbolicLock> captured) {
        super(method, SymbolicLock.UNKNOWN, SymbolicLock.WIDE);
        this.captured = captured;
    }

    @Override
    public @Nullable SymbolicLock newValue(@Nullable Type type) {
        return type == null ? SymbolicLock.UNKNOWN : type.getSort() == Type.VOID ? null : sized(type);
    }

    @Override
    public SymbolicLock newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (isInstanceMethod && local == 0) {
            return SymbolicLock.THIS;
        }
        parameters++;
        SymbolicLock handedOver = captured.get(local);
        if (handedOver != null) {
            return handedOver;
        }
        return type.getSize() == 2
                ? SymbolicLock.WIDE
                : SymbolicLock.fixed(SymbolicLock.PARAMETER + parameters).ofType(type.getDescriptor());
    }

    @Override
    public SymbolicLock newOperation(AbstractInsnNode insn) {
        SymbolicLock known = results.get(insn);
        if (known == null) {
            known = loaded(insn);
            results.put(insn, known);
        }
        return known;
    }

    private SymbolicLock loaded(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.GETSTATIC -> staticField((FieldInsnNode) insn);
            case Opcodes.NEW -> made((TypeInsnNode) insn);
            case Opcodes.LDC -> constant(((LdcInsnNode) insn).cst);
            default -> super.newOperation(insn);
        };
    }

    private SymbolicLock made(TypeInsnNode insn) {
        return new SymbolicLock(
                1, "new " + SymbolicLock.simpleName(insn.desc) + "()", index(insn), insn.desc, null, null);
    }

    private static SymbolicLock staticField(FieldInsnNode field) {
        return Type.getType(field.desc).getSize() == 2
                ? SymbolicLock.WIDE
                : SymbolicLock.fixed(SymbolicLock.STATIC + SymbolicLock.simpleName(field.owner) + "." + field.name)
                        .from(new SymbolicLock.Field(field.owner, field.name, field.desc, null));
    }

    private static SymbolicLock constant(Object constant) {
        if (constant instanceof Type type) {
            return type.getSort() == Type.OBJECT ? SymbolicLock.ofClass(type.getInternalName()) : SymbolicLock.UNKNOWN;
        }
        if (constant instanceof String text) {
            return SymbolicLock.string(text);
        }
        if (constant instanceof org.objectweb.asm.ConstantDynamic dynamic) {
            return dynamic.getSize() == 2 ? SymbolicLock.WIDE : SymbolicLock.UNKNOWN;
        }
        return constant instanceof Long || constant instanceof Double ? SymbolicLock.WIDE : SymbolicLock.UNKNOWN;
    }

    @Override
    public @Nullable SymbolicLock unaryOperation(AbstractInsnNode insn, SymbolicLock value) {
        return switch (insn.getOpcode()) {
            case Opcodes.CHECKCAST -> value;
            case Opcodes.GETFIELD -> field((FieldInsnNode) insn, value);
            default -> super.unaryOperation(insn, value);
        };
    }

    private SymbolicLock field(FieldInsnNode insn, SymbolicLock of) {
        Part known = parts.get(insn);
        if (known == null || !known.of.equals(of)) {
            SymbolicLock part = Type.getType(insn.desc).getSize() == 2
                    ? SymbolicLock.WIDE
                    : of.part("field " + insn.name, index(insn))
                            .from(new SymbolicLock.Field(insn.owner, insn.name, insn.desc, of.field()));
            known = new Part(of, part);
            parts.put(insn, known);
        }
        return known.part;
    }

    @Override
    public SymbolicLock binaryOperation(AbstractInsnNode insn, SymbolicLock value1, SymbolicLock value2) {
        return insn.getOpcode() == Opcodes.AALOAD
                ? new SymbolicLock(1, value1.text() == null ? null : "element of " + value1.text(), index(insn))
                        .within(value1)
                : super.binaryOperation(insn, value1, value2);
    }

    @Override
    public @Nullable SymbolicLock naryOperation(AbstractInsnNode insn, List<? extends SymbolicLock> values) {
        if (insn instanceof MethodInsnNode call) {
            SymbolicLock found = CriticalSection.found(call, values);
            return found != null ? found : resultOnce(SymbolicLock.RESULT + call.name, call.desc, insn);
        }
        if (insn instanceof InvokeDynamicInsnNode call) {
            return resultOnce(SymbolicLock.LINKED + call.name, call.desc, insn);
        }
        return SymbolicLock.UNKNOWN;
    }

    /** The flow comes by an instruction several times; its result has the same name each time. */
    private @Nullable SymbolicLock resultOnce(String name, String descriptor, AbstractInsnNode insn) {
        SymbolicLock known = results.get(insn);
        if (known == null) {
            known = result(name, descriptor, insn);
            if (known != null) {
                results.put(insn, known);
            }
        }
        return known;
    }

    private @Nullable SymbolicLock result(String name, String descriptor, AbstractInsnNode insn) {
        Type type = Type.getReturnType(descriptor);
        return type.getSize() == 1
                ? new SymbolicLock(1, name + "()", index(insn)).ofType(type.getDescriptor())
                : newValue(type);
    }

    @Override
    public SymbolicLock merge(SymbolicLock value1, SymbolicLock value2) {
        return value1.equals(value2)
                ? value1
                : value1.size() == value2.size() && value1.size() == 2 ? SymbolicLock.WIDE : SymbolicLock.UNKNOWN;
    }

    private static SymbolicLock sized(Type type) {
        return type.getSize() == 2 ? SymbolicLock.WIDE : SymbolicLock.UNKNOWN;
    }
}
