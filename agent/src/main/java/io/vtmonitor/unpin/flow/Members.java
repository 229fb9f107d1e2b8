package io.vtmonitor.unpin.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * What is in the fields that are locked, and what the methods return whose result is locked; read when it is asked for.
 */
public final class Members {
    private static final int MOST_CLASSES = 500;

    private final ClassFiles files;
    private final Map<String, Optional<FieldUse>> fields = new ConcurrentHashMap<>();
    private final Map<String, Optional<Returned>> methods = new ConcurrentHashMap<>();

    /**
     * What a method returns.
     *
     * @param declaredIn internal name of the class that declares it
     * @param overridable whether another class may have its own
     * @param values whatever it returns; null where it has no code, or code that can't be followed
     */
    public record Returned(
            String declaredIn,
            boolean overridable,
            @Nullable List<SymbolicValue> values) {}

    public Members(ClassFiles files) {
        this.files = files;
    }

    public void forget() {
        fields.clear();
        methods.clear();
    }

    /**
     * Of the class that declares the field, as the JVM finds it (JVMS 5.4.3.2); null where a class file is not at hand.
     */
    @Nullable
    public FieldUse field(String owner, String name) {
        String key = owner + '.' + name;
        Optional<FieldUse> known = fields.get(key);
        if (known == null) {
            String declaring = declaring(owner, node -> FieldUse.field(node, name) != null);
            known = Optional.ofNullable(declaring == null ? null : FieldUse.of(declaring, name, files));
            fields.put(key, known);
        }
        return known.orElse(null);
    }

    /**
     * Of the class or interface that declares the method; null where none is found, or a class file is not at hand.
     *
     * @param method name and descriptor
     */
    @Nullable
    public Returned method(String owner, String method) {
        String key = owner + '.' + method;
        Optional<Returned> known = methods.get(key);
        if (known == null) {
            String declaring = declaring(owner, node -> method(node, method) != null);
            known = Optional.ofNullable(declaring == null ? null : returned(declaring, method));
            methods.put(key, known);
        }
        return known.orElse(null);
    }

    private interface Declares {
        boolean in(ClassNode node);
    }

    private @Nullable String declaring(String owner, Declares declares) {
        Deque<String> open = new ArrayDeque<>(List.of(owner));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty() && seen.size() < MOST_CLASSES) {
            String at = open.pop();
            if (!seen.add(at)) {
                continue;
            }
            ClassNode node = read(at);
            if (node == null || declares.in(node)) {
                return node == null ? null : at;
            }
            if (node.superName != null) {
                open.push(node.superName);
            }
            node.interfaces.forEach(open::push);
        }
        return null;
    }

    private @Nullable ClassNode read(String name) {
        byte[] bytes = name.startsWith("[") ? null : files.read(name);
        if (bytes == null) {
            return null;
        }
        try {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return node;
        } catch (RuntimeException ignored) {
            return null;
        }
    }

    private static @Nullable MethodNode method(ClassNode node, String method) {
        for (MethodNode one : node.methods) {
            if (method.equals(one.name + one.desc)) {
                return one;
            }
        }
        return null;
    }

    private @Nullable Returned returned(String declaring, String name) {
        ClassNode node = read(declaring);
        MethodNode method = node == null ? null : method(node, name);
        if (node == null || method == null) {
            return null;
        }
        boolean overridable = (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) == 0
                && (node.access & Opcodes.ACC_FINAL) == 0;
        return new Returned(declaring, overridable, values(declaring, method));
    }

    private static @Nullable List<SymbolicValue> values(String declaring, MethodNode method) {
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            return null;
        }
        try {
            Frame<SymbolicValue>[] states = new SymbolicFlow(declaring, method).analyze(declaring, method);
            List<SymbolicValue> values = new ArrayList<>();
            for (int i = 0; i < states.length; i++) {
                if (states[i] != null && method.instructions.get(i).getOpcode() == Opcodes.ARETURN) {
                    values.add(states[i].getStack(states[i].getStackSize() - 1));
                }
            }
            return List.copyOf(values);
        } catch (AnalyzerException | RuntimeException ignored) {
            return null;
        }
    }

    /**
     * Whether a lambda may implement the type, whose class no transformer sees: an interface with one method to
     * implement.
     */
    public boolean mayBeLambda(String type) {
        Deque<String> open = new ArrayDeque<>(List.of(type));
        Set<String> toImplement = new HashSet<>();
        for (int seen = 0; !open.isEmpty() && seen < MOST_CLASSES; seen++) {
            ClassNode node = read(open.pop());
            if (node == null || (node.access & Opcodes.ACC_INTERFACE) == 0) {
                return node == null;
            }
            for (MethodNode method : node.methods) {
                if ((method.access & Opcodes.ACC_ABSTRACT) != 0) {
                    toImplement.add(method.name);
                }
            }
            node.interfaces.forEach(open::push);
        }
        return toImplement.size() < 2;
    }

    /** Whether that class itself has code for the method. */
    public boolean declares(String type, String method) {
        ClassNode node = read(type);
        MethodNode found = node == null ? null : method(node, method);
        return found != null && (found.access & Opcodes.ACC_ABSTRACT) == 0;
    }
}
