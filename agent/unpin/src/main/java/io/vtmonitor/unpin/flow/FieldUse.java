package io.vtmonitor.unpin.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * All that is done with a field by those who can.
 *
 * @param declaredIn internal name of the class that declares it
 * @param stores whatever is ever put into it, each with the class whose code does so; null if that is not known
 * @param escapes whether what is in it may be had by others: by a look at the field, or since it is handed on
 * @param handedTo the classes whose methods get what is in it as a plain {@code Object}
 */
public record FieldUse(String declaredIn, @Nullable List<Store> stores, boolean escapes, Set<String> handedTo) {
    /**
     * A value that is put into the field.
     *
     * @param in internal name of the class whose code does so
     */
    public record Store(String in, SymbolicValue value) {}

    /** Reads a class and, for a field that is private, those of its nest. */
    static FieldUse of(String declaring, String field, ClassFiles files) {
        try {
            ClassNode owner = read(declaring, files);
            FieldNode declared = owner == null ? null : field(owner, field);
            if (owner == null || declared == null) {
                return new FieldUse(declaring, null, true, Set.of());
            }
            boolean isPrivate = (declared.access & Opcodes.ACC_PRIVATE) != 0;
            if (!isPrivate && (declared.access & Opcodes.ACC_FINAL) == 0) {
                return new FieldUse(declaring, null, true, Set.of());
            }
            Collector collector = new Collector(declaring, field, !isPrivate);
            collector.look(owner);
            return isPrivate && !collector.nest(owner, files)
                    ? new FieldUse(declaring, null, true, Set.of())
                    : collector.result();
        } catch (AnalyzerException | RuntimeException ignored) {
            return new FieldUse(declaring, null, true, Set.of());
        }
    }

    private static @Nullable ClassNode read(String name, ClassFiles files) {
        byte[] bytes = files.read(name);
        if (bytes == null) {
            return null;
        }
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    static @Nullable FieldNode field(ClassNode node, String name) {
        for (FieldNode one : node.fields) {
            if (one.name.equals(name)) {
                return one;
            }
        }
        return null;
    }

    /** What the methods of one class after another do with the field. */
    private static final class Collector {
        private final String declaring;
        private final String field;
        private final String mark;
        private final List<Store> stores = new ArrayList<>();
        private final Set<String> handedTo = new HashSet<>();
        private boolean escapes;

        /** Whether the field may be reached by name: by a {@code VarHandle}, an updater, or reflection. */
        private boolean named;

        Collector(String declaring, String field, boolean escapes) {
            this.declaring = declaring;
            this.field = field;
            this.escapes = escapes;
            mark = SymbolicValue.fieldMark(declaring, field);
        }

        FieldUse result() {
            return new FieldUse(declaring, named ? null : List.copyOf(stores), named || escapes, Set.copyOf(handedTo));
        }

        /** Whether all of them could be read. */
        boolean nest(ClassNode owner, ClassFiles files) throws AnalyzerException {
            ClassNode host = owner.nestHostClass == null ? owner : read(owner.nestHostClass, files);
            if (host == null) {
                return false;
            }
            List<String> names = new ArrayList<>(host.nestMembers == null ? List.of() : host.nestMembers);
            names.add(host.name);
            for (String name : names) {
                ClassNode member = name.equals(owner.name) ? null : read(name, files);
                if (member != null) {
                    look(member);
                } else if (!name.equals(owner.name)) {
                    return false;
                }
            }
            return true;
        }

        void look(ClassNode node) throws AnalyzerException {
            for (MethodNode method : node.methods) {
                boolean uses = false;
                for (AbstractInsnNode insn : method.instructions) {
                    uses |= isUse(insn);
                    named |= insn instanceof LdcInsnNode constant && field.equals(constant.cst);
                }
                if (uses) {
                    look(node.name, method);
                }
            }
        }

        private void look(String in, MethodNode method) throws AnalyzerException {
            Frame<SymbolicValue>[] states = new SymbolicFlow(in, method).analyze(in, method);
            Escapes found = Escapes.of(method, states);
            escapes |= found.hasAny(mark);
            handedTo.addAll(found.handedTo(mark));
            for (int i = 0; i < states.length; i++) {
                if (states[i] != null && isStore(method.instructions.get(i))) {
                    SymbolicValue value = ((MonitorState) states[i]).top();
                    stores.add(new Store(in, value));
                    for (String stored : value.marks()) {
                        escapes |= found.has(stored) || found.isStoredElsewhere(stored, mark);
                        handedTo.addAll(found.handedTo(stored));
                    }
                }
            }
        }

        private boolean isUse(AbstractInsnNode insn) {
            return insn instanceof FieldInsnNode access && access.owner.equals(declaring) && access.name.equals(field);
        }

        private boolean isStore(AbstractInsnNode insn) {
            return isUse(insn) && (insn.getOpcode() == Opcodes.PUTFIELD || insn.getOpcode() == Opcodes.PUTSTATIC);
        }
    }
}
