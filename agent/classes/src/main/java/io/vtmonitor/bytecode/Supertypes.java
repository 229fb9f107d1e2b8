package io.vtmonitor.bytecode;

import io.vtmonitor.classfile.LruCache;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** What a class extends and implements, as far as its class files show. */
public final class Supertypes {
    private static final String OBJECT = "java.lang.Object";

    /** More are made by no compiler; what is damaged may name itself. */
    private static final int MOST = 500;

    private final InstructionIndex places;
    private final LruCache<String, Boolean> known = new LruCache<>(1024);

    public Supertypes(InstructionIndex places) {
        this.places = places;
    }

    /**
     * True if no object of a class can be an instance of a type. A class file that is missing proves nothing.
     *
     * @param className binary name of the object's very class
     * @param type binary name of a class or interface
     */
    public boolean excludes(String className, String type) {
        if (type.equals(OBJECT) || className.equals(type)) {
            return false;
        }
        String question = className + " " + type;
        Boolean answer = known.get(question);
        if (answer == null) {
            Set<String> all = of(className);
            answer = all != null && !all.contains(type) && isClass(type);
            known.put(question, answer);
        }
        return answer;
    }

    /**
     * True if no object of a class can be the receiver of a method of a type: unlike what is in a field, it is one even
     * of an interface. Arrays and {@code java.lang.Object} itself need no class file.
     *
     * @param className binary name of the object's very class
     * @param type binary name of the class or interface that has the method
     */
    public boolean excludesReceiver(String className, String type) {
        if (type.equals(OBJECT) || className.equals(type)) {
            return false;
        }
        if (className.equals(OBJECT) || className.startsWith("[")) {
            return true;
        }
        Set<String> all = of(className);
        return all != null && !all.contains(type);
    }

    /** True if the class files show that a class is, extends or implements a type. */
    public boolean isSubtype(String className, String type) {
        if (className.equals(type)) {
            return true;
        }
        Set<String> all = of(className);
        return all != null && all.contains(type);
    }

    /** An interface as the type of a field is not verified: any object may be in it. */
    private boolean isClass(String type) {
        ClassReader reader = read(type);
        return reader != null && (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0;
    }

    private @Nullable Set<String> of(String className) {
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(className));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (next.equals(OBJECT) || !all.add(next)) {
                continue;
            }
            ClassReader reader = all.size() > MOST ? null : read(next);
            if (reader == null || reader.getSuperName() == null) {
                return null;
            }
            open.push(reader.getSuperName().replace('/', '.'));
            for (String implemented : reader.getInterfaces()) {
                open.push(implemented.replace('/', '.'));
            }
        }
        return all;
    }

    private @Nullable ClassReader read(String className) {
        byte[] bytes = places.only(className);
        try {
            return bytes == null ? null : new ClassReader(bytes);
        } catch (RuntimeException ignored) {
            return null;
        }
    }
}
