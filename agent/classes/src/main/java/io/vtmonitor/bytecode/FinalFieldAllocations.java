package io.vtmonitor.bytecode;

import io.vtmonitor.classfile.LruCache;
import io.vtmonitor.model.Confidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Which instructions made what is in a final field: known where each store into it is of a fresh object. Objects that
 * different instructions made are different objects. Reflection can set the final fields of an object, but not static
 * ones or a record's: only those prove anything.
 */
public final class FinalFieldAllocations {
    private static final int MOST_CLASSES = 256;

    private final InstructionIndex places;
    private final LruCache<String, Finals> known = new LruCache<>(MOST_CLASSES);

    /**
     * The final fields of a class, by name and descriptor.
     *
     * @param all those that are declared so
     * @param made where reflection can't set them: what made their objects
     */
    private record Finals(Set<String> all, Map<String, List<String>> made) {
        static final Finals UNKNOWN = new Finals(Set.of(), Map.of());
    }

    public FinalFieldAllocations(InstructionIndex places) {
        this.places = places;
    }

    /**
     * The instructions that can have made what a frame has locked; empty if that is not known.
     *
     * @param frame the frame whose class file is known to be the one that ran
     * @param lock read from a field of that very class
     */
    public List<String> in(FrameMonitors frame, SymbolicLock lock) {
        SymbolicLock.Field field = lock.field();
        String className = frame.frame().className();
        boolean own = field != null && field.owner().replace('/', '.').equals(className);
        if (field == null || !own || frame.place() == null || frame.confidence() != Confidence.EXACT) {
            return List.of();
        }
        return finals(className).made().getOrDefault(field.name() + field.descriptor(), List.of());
    }

    /** True if no field on the way to an object can have been assigned between two looks. */
    public boolean isFixed(SymbolicLock lock) {
        for (SymbolicLock.Field field = lock.field(); field != null; field = field.of()) {
            String className = field.owner().replace('/', '.');
            if (!field.isClass() && !finals(className).all().contains(field.name() + field.descriptor())) {
                return false;
            }
        }
        return true;
    }

    private Finals finals(String className) {
        Finals finals = known.get(className);
        if (finals == null) {
            finals = read(className);
            known.put(className, finals);
        }
        return finals;
    }

    private Finals read(String className) {
        byte[] bytes = places.only(className);
        if (bytes == null) {
            return Finals.UNKNOWN;
        }
        try {
            ClassNode type = new ClassNode();
            new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
            Set<String> all = new HashSet<>();
            for (FieldNode field : type.fields) {
                if ((field.access & Opcodes.ACC_FINAL) != 0) {
                    all.add(field.name + field.desc);
                }
            }
            return new Finals(all, made(type));
        } catch (RuntimeException | AnalyzerException e) {
            return Finals.UNKNOWN;
        }
    }

    private static Map<String, List<String>> made(ClassNode type) throws AnalyzerException {
        boolean isRecord = (type.access & Opcodes.ACC_RECORD) != 0;
        Map<String, List<String>> made = new HashMap<>();
        for (FieldNode field : type.fields) {
            boolean trusted = isRecord || (field.access & Opcodes.ACC_STATIC) != 0;
            if (trusted && (field.access & Opcodes.ACC_FINAL) != 0) {
                made.put(field.name + field.desc, new ArrayList<>());
            }
        }
        for (MethodNode method : type.methods) {
            if (method.name.equals("<init>") || method.name.equals("<clinit>")) {
                follow(type, method, made);
            }
        }
        return made;
    }

    /** A store of anything but a fresh object takes the field out permanently. */
    private static void follow(ClassNode type, MethodNode method, Map<String, List<String>> made)
            throws AnalyzerException {
        @Nullable MonitorFrame[] states = MethodCode.flow(type.name, method, Map.of());
        for (int i = 0; i < states.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            boolean stores = insn.getOpcode() == Opcodes.PUTFIELD || insn.getOpcode() == Opcodes.PUTSTATIC;
            MonitorFrame state = states[i];
            if (!stores || state == null || !((FieldInsnNode) insn).owner.equals(type.name)) {
                continue;
            }
            String field = ((FieldInsnNode) insn).name + ((FieldInsnNode) insn).desc;
            SymbolicLock value = state.getStack(state.getStackSize() - 1);
            List<String> makers = made.get(field);
            if (value.source() >= 0 && value.text() != null && value.text().startsWith("new ") && makers != null) {
                makers.add(type.name + "." + method.name + method.desc + value.source());
            } else {
                made.remove(field);
            }
        }
    }
}
