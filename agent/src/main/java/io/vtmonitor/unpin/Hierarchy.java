package io.vtmonitor.unpin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The classes that one loader sees, read from their files: whose objects have locks and whose keep their monitors. The answer
 * follows from the class files alone, so that all classes that lock an object get the same one, whichever loads first.
 */
final class Hierarchy {
    /** The JVM itself, or a field that holds {@code this} by default, locks their objects; no bytecode shows it. */
    private static final Set<String> LOCKED_BY_THE_JDK = Set.of(
            "java/lang/Thread",
            "java/lang/ClassLoader",
            "java/lang/Class",
            "java/lang/ref/Reference",
            "java/io/Reader",
            "java/io/Writer");

    private static final int DEEPEST = 200;

    private final ClassFiles files;
    private final Scope scope;
    private final Predicate<String> loadedBefore;
    private final Map<String, Boolean> matched = new ConcurrentHashMap<>();
    private final Map<String, Optional<ClassFacts>> facts = new ConcurrentHashMap<>();
    private final Map<String, Objects> objects = new ConcurrentHashMap<>();
    private final Map<String, Optional<List<SymbolicValue>>> stores = new ConcurrentHashMap<>();

    /**
     * Whose locks a class's objects have.
     *
     * @param ours whether those that lock their own object were rewritten
     * @param selfLocking whether code that is not rewritten locks its own object
     * @param why who keeps the monitor, empty if nobody does
     * @param clash who locks the same objects by the lock all the same, empty if nobody does
     */
    record Objects(boolean ours, boolean selfLocking, String why, String clash) {}

    Hierarchy(ClassFiles files, Scope scope, Predicate<String> loadedBefore) {
        this.files = files;
        this.scope = scope;
        this.loadedBefore = loadedBefore;
    }

    /** A class that is being defined: its bytes are at hand, and may differ from its file. */
    void defined(ClassFacts defined) {
        facts.put(defined.name(), Optional.of(defined));
    }

    /** A class that could not be rewritten after all: those that load from now on take its monitors. */
    void failed(String name, String why) {
        ClassFacts known = facts(name);
        if (known != null) {
            facts.put(name, Optional.of(known.refused(why)));
        }
        objects.clear();
    }

    /** Null where the class file can't be read. */
    @Nullable
    ClassFacts facts(String name) {
        Optional<ClassFacts> known = facts.get(name);
        if (known == null) {
            known = Optional.ofNullable(read(name));
            facts.put(name, known);
        }
        return known.orElse(null);
    }

    private @Nullable ClassFacts read(String name) {
        byte[] bytes = name.startsWith("[") ? null : files.read(name);
        try {
            return bytes == null ? null : ClassFacts.of(bytes);
        } catch (RuntimeException newerThanWeKnow) {
            return null;
        }
    }

    /** Whether that class is meant by the pattern and can be rewritten. */
    boolean isRewritten(String name) {
        if (!matches(name) || loadedBefore.test(name)) {
            return false;
        }
        ClassFacts known = facts(name);
        return known != null && known.refusal() == null;
    }

    /** Why a class that matches is not rewritten; null if it is. */
    @Nullable
    String refusal(String name) {
        if (loadedBefore.test(name)) {
            return "loaded before vt-monitor";
        }
        ClassFacts known = facts(name);
        return known == null ? "its class file can't be read" : known.refusal();
    }

    /** Whether the class is meant; one answer for good, as others rely on it. */
    boolean matches(String name) {
        if (!scope.mayMatch(name)) {
            return false;
        }
        Boolean known = matched.get(name);
        if (known == null) {
            known = scope.matches(name, files);
            Boolean other = matched.putIfAbsent(name, known);
            known = other == null ? known : other;
        }
        return known;
    }

    /** Whose locks objects of exactly that class have. */
    Objects objects(String name) {
        Objects known = objects.get(name);
        if (known == null) {
            known = judge(name);
            objects.put(name, known);
        }
        return known;
    }

    private Objects judge(String name) {
        Deque<ClassFacts> chain = new ArrayDeque<>();
        for (String at = name; at != null; ) {
            ClassFacts one = facts(at);
            if (one == null || chain.size() > DEEPEST) {
                return new Objects(false, true, "the class file of " + Names.dotted(at) + " can't be read", "");
            }
            chain.push(one);
            at = one.superName();
        }
        boolean ours = false;
        String oursLock = "";
        for (ClassFacts one : chain) {
            boolean locks = one.locksThis() != null || LOCKED_BY_THE_JDK.contains(one.name());
            boolean below = ours;
            ours |= isRewritten(one.name());
            boolean rewritten = ours && !loadedBefore.test(one.name()) && one.refusal() == null;
            if (locks && !rewritten) {
                String place = one.locksThis() == null ? "the JDK" : one.locksThis();
                String why = one.refusal() == null ? "" : " and can't be rewritten: " + one.refusal();
                return new Objects(
                        false,
                        true,
                        Names.dotted(one.name()) + " locks it" + (place.equals("the JDK") ? "" : " in " + place) + why,
                        below ? oursLock : "");
            }
            if (locks && oursLock.isEmpty()) {
                oursLock = Names.dotted(one.name()) + " in " + one.locksThis();
            }
        }
        return new Objects(ours, false, "", "");
    }

    boolean isInterface(String name) {
        ClassFacts known = facts(name);
        return known != null && known.isInterface();
    }

    boolean isFinal(String name) {
        ClassFacts known = facts(name);
        return known != null && known.isFinal();
    }

    /** Whatever is ever put into a field; null where that can't be told. */
    @Nullable
    List<SymbolicValue> stores(String owner, String field) {
        String key = owner + '.' + field;
        Optional<List<SymbolicValue>> known = stores.get(key);
        if (known == null) {
            known = Optional.ofNullable(readStores(owner, field)); // runs the application's loader: outside of the map
            stores.put(key, known);
        }
        return known.orElse(null);
    }

    private @Nullable List<SymbolicValue> readStores(String owner, String field) {
        byte[] bytes = files.read(owner);
        try {
            return bytes == null ? null : ClassScan.of(new ClassReader(bytes)).stores(field);
        } catch (RuntimeException newerThanWeKnow) {
            return null;
        }
    }

    /** Whether it is, or may be, {@code java.io.Serializable}. */
    boolean maySerialize(String name) {
        Deque<String> open = new ArrayDeque<>(List.of(name));
        for (int seen = 0; !open.isEmpty() && seen < DEEPEST; seen++) {
            String at = open.pop();
            if (at.equals("java/io/Serializable")) {
                return true;
            }
            ClassFacts one = facts(at);
            if (one == null) {
                return true;
            }
            open.addAll(one.interfaces());
            if (one.superName() != null) {
                open.add(one.superName());
            }
        }
        return !open.isEmpty();
    }
}
