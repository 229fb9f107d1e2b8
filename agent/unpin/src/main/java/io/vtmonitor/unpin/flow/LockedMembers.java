package io.vtmonitor.unpin.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * What is in the fields that are locked, and what the methods return whose result is locked; read when it is asked for.
 */
public final class LockedMembers {
    private static final int MOST_CLASSES = 500;
    private static final Set<String> OF_OBJECT =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");

    private final ClassFiles files;
    private final Map<String, Optional<FieldUse>> fields = new ConcurrentHashMap<>();
    private final Map<String, Optional<Returned>> methods = new ConcurrentHashMap<>();
    private final Map<String, Optional<String>> toNatives = new ConcurrentHashMap<>();

    /**
     * What a method returns.
     *
     * @param declaredIn internal name of the class that declares it
     * @param overridable whether another class may have its own
     * @param isAbstract whether only other classes have code for it
     * @param values whatever it returns; null if it has no code, or code that can't be followed
     */
    public record Returned(
            String declaredIn,
            boolean overridable,
            boolean isAbstract,
            @Nullable List<SymbolicValue> values) {}

    public LockedMembers(ClassFiles files) {
        this.files = files;
    }

    public void forget() {
        fields.clear();
        methods.clear();
        toNatives.clear();
    }

    /**
     * Of the class that declares the field, as the JVM finds it (JVMS 5.4.3.2); null if a class file is not available.
     */
    @Nullable
    public FieldUse field(String owner, String name) {
        String key = owner + '.' + name;
        Optional<FieldUse> known = fields.get(key);
        if (known == null) {
            String declaring = declaringField(owner, name);
            known = Optional.ofNullable(declaring == null ? null : FieldUse.of(declaring, name, files));
            fields.put(key, known);
        }
        return known.orElse(null);
    }

    /**
     * Of the class or interface that declares the method, as the JVM finds it (JVMS 5.4.3.3: a superclass comes before
     * every interface); null if none is found, or more than one, or a class file is not available.
     *
     * @param method name and descriptor
     */
    @Nullable
    public Returned method(String owner, String method) {
        String key = owner + '.' + method;
        Optional<Returned> known = methods.get(key);
        if (known == null) {
            String declaring = declaringMethod(owner, method);
            known = Optional.ofNullable(declaring == null ? null : returned(declaring, method));
            methods.put(key, known);
        }
        return known.orElse(null);
    }

    private @Nullable String declaringField(String owner, String name) {
        Deque<String> open = new ArrayDeque<>(List.of(owner));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty() && seen.size() < MOST_CLASSES) {
            String at = open.pop();
            if (!seen.add(at)) {
                continue;
            }
            ClassNode node = read(at);
            if (node == null || FieldUse.field(node, name) != null) {
                return node == null ? null : at;
            }
            if (node.superName != null) {
                open.push(node.superName);
            }
            node.interfaces.forEach(open::push);
        }
        return null;
    }

    private @Nullable String declaringMethod(String owner, String method) {
        List<String> interfaces = new ArrayList<>();
        String at = owner;
        for (int seen = 0; at != null; seen++) {
            ClassNode node = seen < MOST_CLASSES ? read(at) : null;
            MethodNode found = node == null ? null : method(node, method);
            if (node == null || found != null) {
                // What a call finds past a private method of a superclass depends on who calls.
                boolean hidden = found == null || (seen > 0 && (found.access & Opcodes.ACC_PRIVATE) != 0);
                return hidden ? null : at;
            }
            interfaces.addAll(node.interfaces);
            at = node.superName;
        }
        return declaringInterface(interfaces, method);
    }

    /** The one that no interface below it overrides. */
    private @Nullable String declaringInterface(List<String> direct, String method) {
        Map<String, ClassNode> found = interfaces(direct);
        if (found == null) {
            return null;
        }
        Map<String, ClassNode> declaring = new TreeMap<>();
        found.forEach((name, node) -> {
            MethodNode one = method(node, method);
            if (one != null && (one.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0) {
                declaring.put(name, node);
            }
        });
        for (ClassNode node : List.copyOf(declaring.values())) {
            Map<String, ClassNode> above = interfaces(node.interfaces);
            declaring.keySet().removeAll(above == null ? Set.of() : above.keySet());
        }
        List<String> withCode = declaring.values().stream()
                .filter(node -> declares(node, method))
                .map(node -> node.name)
                .toList();
        if (withCode.size() > 1 || declaring.isEmpty()) {
            return null;
        }
        return withCode.isEmpty() ? declaring.keySet().iterator().next() : withCode.get(0);
    }

    /** These and all above them; null if one of them can't be read. */
    private @Nullable Map<String, ClassNode> interfaces(List<String> direct) {
        Deque<String> open = new ArrayDeque<>(direct);
        Map<String, ClassNode> found = new HashMap<>();
        while (!open.isEmpty()) {
            String at = open.pop();
            if (found.containsKey(at)) {
                continue;
            }
            ClassNode node = found.size() < MOST_CLASSES ? read(at) : null;
            if (node == null) {
                return null;
            }
            found.put(at, node);
            node.interfaces.forEach(open::push);
        }
        return found;
    }

    /** What the class declares, without its code. */
    private @Nullable ClassNode read(String name) {
        return read(name, new ClassNode(), ClassReader.SKIP_CODE);
    }

    /** The same with one of its methods only, and the code of that. */
    private @Nullable ClassNode read(String name, String method) {
        ClassNode node = new ClassNode(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String one, String descriptor, String signature, String[] exceptions) {
                return method.equals(one + descriptor)
                        ? super.visitMethod(access, one, descriptor, signature, exceptions)
                        : null;
            }
        };
        return read(name, node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    private @Nullable ClassNode read(String name, ClassNode node, int options) {
        byte[] bytes = name.startsWith("[") ? null : files.read(name);
        if (bytes == null) {
            return null;
        }
        try {
            new ClassReader(bytes).accept(node, options);
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
        ClassNode node = read(declaring, name);
        MethodNode method = node == null ? null : method(node, name);
        if (node == null || method == null) {
            return null;
        }
        boolean overridable = (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) == 0
                && (node.access & Opcodes.ACC_FINAL) == 0;
        boolean isAbstract = (method.access & Opcodes.ACC_ABSTRACT) != 0;
        return new Returned(declaring, overridable, isAbstract, values(declaring, method));
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
     * Whether a lambda may implement the type, whose class no transformer sees: an interface with at most one method to
     * implement. Those of {@code Object} don't count (JLS 9.8), nor does one for which any of the interfaces has code.
     */
    public boolean mayBeLambda(String type) {
        ClassNode declared = read(type);
        if (declared == null || (declared.access & Opcodes.ACC_INTERFACE) == 0) {
            return declared == null;
        }
        Map<String, ClassNode> all = interfaces(List.of(type));
        if (all == null) {
            return true;
        }
        Set<String> toImplement = new HashSet<>();
        Set<String> implemented = new HashSet<>();
        for (ClassNode node : all.values()) {
            for (MethodNode method : node.methods) {
                if ((method.access & Opcodes.ACC_ABSTRACT) == 0) {
                    implemented.add(method.name);
                } else if (!OF_OBJECT.contains(method.name + method.desc)) {
                    toImplement.add(method.name);
                }
            }
        }
        toImplement.removeAll(implemented);
        return toImplement.size() < 2;
    }

    /** Whether that class itself has code for the method. */
    public boolean declares(String type, String method) {
        ClassNode node = read(type);
        return node != null && declares(node, method);
    }

    /** Of that class and those above it, outside the JDK, the first whose native methods get objects; null for none. */
    @Nullable
    public String handsToNatives(String type) {
        Optional<String> known = toNatives.get(type);
        if (known == null) {
            known = firstToNatives(type);
            toNatives.put(type, known);
        }
        return known.orElse(null);
    }

    private Optional<String> firstToNatives(String type) {
        String at = type;
        for (int seen = 0; at != null && !JdkPackages.has(at) && seen < MOST_CLASSES; seen++) {
            ClassNode node = read(at);
            if (node != null && !NativeMethods.of(node).types().isEmpty()) {
                return Optional.of(at);
            }
            at = node == null ? null : node.superName;
        }
        return Optional.empty();
    }

    /** Whether native methods of that class get the class. */
    public boolean handsMirrorToNatives(String type) {
        ClassNode node = read(type);
        return node != null && NativeMethods.of(node).mirror();
    }

    private static boolean declares(ClassNode node, String method) {
        MethodNode found = method(node, method);
        return found != null && (found.access & Opcodes.ACC_ABSTRACT) == 0;
    }
}
