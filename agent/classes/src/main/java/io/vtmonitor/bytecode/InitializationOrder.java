package io.vtmonitor.bytecode;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which classes are initialized no later than another (JLS 12.4.1; HotSpot's {@code InstanceKlass::initialize_impl}):
 * those it extends, and interfaces with default methods. Where several class files go by a name, what any of them says.
 * For one question: it remembers what it has read.
 */
public final class InitializationOrder {
    private static final String OBJECT = "java.lang.Object";

    /** More are needed by no class; what is damaged may name itself. */
    private static final int MOST = 500;

    private final ClassBytes classes;
    private final Map<String, List<Shape>> read = new HashMap<>();
    private boolean complete = true;

    public InitializationOrder(ClassBytes classes) {
        this.classes = classes;
    }

    /** @param statics names of static fields and methods */
    private record Shape(
            boolean isInterface,
            @Nullable String superclass,
            List<String> interfaces,
            boolean hasDefaultMethod,
            Set<String> statics) {}

    /** False after an answer for which a class file was missing or could not be read, or which went too far. */
    public boolean isComplete() {
        return complete;
    }

    /**
     * The type that declares a static member, which is the one that is initialized; the class itself where that is not
     * found.
     *
     * @param member its name, empty for none
     */
    public String declaring(String className, String member) {
        String found = member.isEmpty() ? className : declaring(className, member, new HashSet<>());
        return found == null ? className : found;
    }

    private @Nullable String declaring(String className, String member, Set<String> visited) {
        if (!visited.add(className)) {
            return null;
        }
        for (Shape shape : shapes(className)) {
            if (shape.statics().contains(member)) {
                return className;
            }
            List<String> above = new ArrayList<>(shape.interfaces());
            if (shape.superclass() != null) {
                above.add(shape.superclass());
            }
            for (String type : above) {
                String found = declaring(type, member, visited);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The class and those that are initialized before it. */
    public Set<String> upTo(String className) {
        Set<String> found = new HashSet<>(Set.of(className));
        Set<String> visited = new HashSet<>();
        if (shapes(className).stream().noneMatch(Shape::isInterface)) {
            above(className, found, visited);
        }
        return found;
    }

    /** Whether a class that is initialized before this one, and not the JDK's, has an initializer, or may have one. */
    public boolean mayInitializeAbove(String className) {
        for (String type : upTo(className)) {
            List<Shape> shapes = type.equals(className) || JdkNames.isJdk(type) ? null : shapes(type);
            if (shapes != null
                    && (shapes.isEmpty()
                            || shapes.stream().anyMatch(shape -> shape.statics().contains("<clinit>")))) {
                return true;
            }
        }
        return false;
    }

    private void above(String className, Set<String> found, Set<String> visited) {
        if (!visited.add(className)) {
            return;
        }
        for (Shape shape : shapes(className)) {
            if (shape.isInterface() && shape.hasDefaultMethod()) {
                found.add(className);
            }
            if (!shape.isInterface()
                    && shape.superclass() != null
                    && !shape.superclass().equals(OBJECT)) {
                found.add(shape.superclass());
                above(shape.superclass(), found, visited);
            }
            shape.interfaces().forEach(type -> above(type, found, visited));
        }
    }

    private List<Shape> shapes(String className) {
        List<Shape> known = read.get(className);
        if (known == null) {
            known = read.size() < MOST ? shapesRead(className) : List.of();
            complete &= !known.isEmpty();
            read.put(className, known);
        }
        return known;
    }

    private List<Shape> shapesRead(String className) {
        List<Shape> found = new ArrayList<>();
        try {
            for (ClassFile file : classes.find(className)) {
                found.add(shape(new ClassReader(file.bytes())));
            }
        } catch (RuntimeException ignored) {
            complete = false;
        }
        return found;
    }

    private static Shape shape(ClassReader reader) {
        Members members = new Members();
        reader.accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new Shape(
                (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0,
                reader.getSuperName() == null ? null : reader.getSuperName().replace('/', '.'),
                List.of(reader.getInterfaces()).stream()
                        .map(name -> name.replace('/', '.'))
                        .toList(),
                members.concrete,
                members.statics);
    }

    private static final class Members extends ClassVisitor {
        private final Set<String> statics = new HashSet<>();
        private boolean concrete;

        Members() {
            super(Opcodes.ASM9);
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
            noteStatic(access, name);
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            noteStatic(access, name);
            concrete |= (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0;
            return null;
        }

        private void noteStatic(int access, String name) {
            if ((access & Opcodes.ACC_STATIC) != 0) {
                statics.add(name);
            }
        }
    }
}
