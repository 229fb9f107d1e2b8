package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.PoolKind.Action;
import io.vtmonitor.waits.PoolKind.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** Weaves calls of the door into a pool's class. It gets no member, and its methods keep their lines. */
final class Weaver {
    private final String door;

    /** @param door internal name of the class that is called */
    Weaver(String door) {
        this.door = door;
    }

    /** A class that is not what we take it for; the message says what it lacks. */
    static final class UnknownPoolException extends Exception {
        private static final long serialVersionUID = 1;

        UnknownPoolException(String message) {
            super(message);
        }
    }

    /**
     * The class file with the calls in it.
     *
     * @throws UnknownPoolException where the class lacks what the pool's kind needs
     */
    byte[] weave(byte[] classFile, PoolKind kind) throws UnknownPoolException {
        ClassReader reader = new ClassReader(classFile);
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        Set<Action> wanted = EnumSet.noneOf(Action.class);
        Set<Action> found = EnumSet.noneOf(Action.class);
        List<MethodNode> changed = new ArrayList<>();
        for (Place place : kind.places()) {
            if (place.className().equals(type.name)) {
                if (place.certain()) {
                    wanted.add(place.action());
                }
                MethodNode method = method(type, place);
                if (method != null) {
                    new WovenMethod(door, type, method).weave(kind.index(), place, poolField(type, place));
                    found.add(place.action());
                    changed.add(method);
                }
            }
        }
        if (!found.containsAll(wanted)) {
            wanted.removeAll(found);
            throw new UnknownPoolException(
                    "its " + type.name.replace('/', '.') + " has none of the known methods that " + name(wanted));
        }
        if (changed.isEmpty()) {
            return classFile;
        }
        for (MethodNode method : changed) {
            verify(type, method);
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        type.accept(writer);
        return writer.toByteArray();
    }

    private static String name(Set<Action> missing) {
        return missing.contains(Action.RETURN) ? "return a resource" : "lend one";
    }

    private static @Nullable MethodNode method(ClassNode type, Place place) {
        int unfit = Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;
        for (MethodNode method : type.methods) {
            if (method.name.equals(place.method())
                    && method.desc.startsWith(place.parameters())
                    && (method.access & unfit) == 0
                    && (place.action() != Action.BORROW || isObject(Type.getReturnType(method.desc)))) {
                return method;
            }
        }
        return null;
    }

    private static boolean isObject(Type type) {
        return type.getSort() == Type.OBJECT;
    }

    private static @Nullable FieldNode poolField(ClassNode type, Place place) throws UnknownPoolException {
        if (place.poolField() == null) {
            return null;
        }
        for (FieldNode field : type.fields) {
            if (field.name.equals(place.poolField())
                    && (field.access & Opcodes.ACC_STATIC) == 0
                    && isObject(Type.getType(field.desc))) {
                return field;
            }
        }
        throw new UnknownPoolException("its " + type.name.replace('/', '.') + " has no field " + place.poolField()
                + ", as in the known releases");
    }

    /** What is wrong here would otherwise be found by the JVM, and fail the application's class. */
    private static void verify(ClassNode type, MethodNode method) throws UnknownPoolException {
        try {
            new Analyzer<>(new BasicVerifier()).analyze(type.name, method);
        } catch (AnalyzerException e) {
            throw new UnknownPoolException("what was woven into " + type.name.replace('/', '.') + "." + method.name
                    + " is invalid: " + e.getMessage());
        }
    }
}
