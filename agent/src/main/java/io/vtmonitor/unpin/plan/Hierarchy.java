package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.JdkPackages;
import io.vtmonitor.unpin.flow.Members;
import io.vtmonitor.unpin.flow.Names;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The classes that one loader sees, read from their files: whose objects have locks and whose keep their monitors. The
 * answer follows from the class files alone, so that all classes that lock an object get the same one, whichever loads
 * first.
 */
public final class Hierarchy {
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
    private final ClassFiles located;
    private final Scope scope;
    private final Predicate<String> loadedBefore;
    private final Map<String, Boolean> matched = new ConcurrentHashMap<>();
    private final Map<String, Optional<ClassFacts>> facts;
    private final Map<String, Objects> objects = new ConcurrentHashMap<>();
    private final Map<String, byte[]> defining = new ConcurrentHashMap<>();
    private final Members members;
    private final OwnObjects own;
    private final Assumptions assumptions;

    /**
     * Whose locks a class's objects have.
     *
     * @param ours whether those that lock their own object were rewritten
     * @param selfLocking whether code that is not rewritten locks its own object
     * @param why who keeps the monitor, empty if nobody does
     * @param clash who locks the same objects by the lock all the same, empty if nobody does
     * @param unread whether that could not be told, since a class file was not at hand
     */
    public record Objects(boolean ours, boolean selfLocking, String why, String clash, boolean unread) {}

    /** For plans alone; what class files tell of classes depends on no pattern, and may be shared. */
    public Hierarchy(ClassFiles files, Scope scope, Map<String, Optional<ClassFacts>> facts) {
        this(files, scope, name -> false, new Assumptions(), facts);
    }

    Hierarchy(
            ClassFiles files,
            Scope scope,
            Predicate<String> loadedBefore,
            Assumptions assumptions,
            Map<String, Optional<ClassFacts>> facts) {
        this.facts = facts;
        this.files = name -> {
            byte[] bytes = defining.get(name);
            return bytes == null ? files.read(name) : bytes;
        };
        located = files;
        this.scope = scope;
        this.loadedBefore = loadedBefore;
        this.assumptions = assumptions;
        members = new Members(this.files);
        own = new OwnObjects(this, assumptions);
    }

    public Members members() {
        return members;
    }

    OwnObjects own() {
        return own;
    }

    /** A class whose bytes are at hand for now; they may differ from its file, and there may be none. */
    public void defining(String name, byte[] classFile) {
        defining.put(name, classFile);
    }

    public void isDefined(String name) {
        defining.remove(name);
    }

    /** A class that is being defined. What was said while nothing was known of it is thought over. */
    public void defined(ClassFacts defined) {
        Optional<ClassFacts> before = facts.put(defined.name(), Optional.of(defined));
        if (before != null && before.isEmpty()) {
            objects.clear();
            members.forget();
        }
    }

    /**
     * Whether a class extends or implements a matched type.
     *
     * @return what of it breaks what other places rely upon, a sentence each
     */
    public List<String> broken(ClassFacts defined) {
        return supertypes(defined.name(), this::isRewritten) ? assumptions.loaded(defined.name(), this) : List.of();
    }

    /** Whether a class that is loaded breaks what is relied upon of a type above it, and how; null if it does not. */
    @Nullable
    String breaks(Assumptions.Assumption assumption, String name) {
        return supertypes(name, assumption.type()::equals) ? own.broken(assumption, name) : null;
    }

    /** Whether the class itself or a type above it is meant, as far as class files are at hand. */
    boolean supertypes(String name, Predicate<String> meant) {
        Deque<String> open = new ArrayDeque<>(List.of(name));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty() && seen.size() < DEEPEST) {
            String at = open.pop();
            if (meant.test(at)) {
                return true;
            }
            ClassFacts one = seen.add(at) && !JdkPackages.has(at) ? facts(at) : null;
            if (one != null) {
                open.addAll(one.interfaces());
                if (one.superName() != null) {
                    open.add(one.superName());
                }
            }
        }
        return false;
    }

    /**
     * What is known of the objects of a type.
     *
     * @param exact whether they are of that class itself
     */
    ObjectKind kind(String type, boolean exact) {
        if (type.startsWith("[")) {
            return ObjectKind.NEUTRAL;
        }
        ClassFacts known = facts(type);
        Objects of = known == null ? null : objects(type);
        if (known == null || of == null || of.unread()) {
            return ObjectKind.UNKNOWN;
        }
        if (of.ours()) {
            return ObjectKind.OURS;
        }
        return of.selfLocking() || known.isFinal()
                ? ObjectKind.MONITOR
                : exact ? ObjectKind.NEUTRAL : ObjectKind.UNKNOWN;
    }

    /** A class that could not be rewritten after all: those that load from now on take its monitors. */
    public void failed(String name, String why) {
        ClassFacts known = facts(name);
        if (known != null) {
            facts.put(name, Optional.of(known.refused(why)));
        }
        objects.clear();
    }

    /** Null where the class file can't be read. */
    @Nullable
    public ClassFacts facts(String name) {
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
        } catch (RuntimeException ignored) {
            return null;
        }
    }

    /** Whether that class is meant by the pattern and can be rewritten. */
    public boolean isRewritten(String name) {
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
    public boolean matches(String name) {
        if (!scope.mayMatch(name)) {
            return false;
        }
        Boolean known = matched.get(name);
        if (known == null) {
            known = scope.matches(name, located);
            Boolean other = matched.putIfAbsent(name, known);
            known = other == null ? known : other;
        }
        return known;
    }

    /** Whose locks objects of exactly that class have. */
    public Objects objects(String name) {
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
                return new Objects(false, true, "the class file of " + Names.dotted(at) + " can't be read", "", true);
            }
            chain.push(one);
            at = one.superName();
        }
        boolean ours = false;
        String oursLock = "";
        for (ClassFacts one : chain) {
            boolean locks = one.locksThis() != null || LOCKED_BY_THE_JDK.contains(one.name());
            boolean below = ours;
            ours |= isRewritten(one.name()) || implementsMatched(one);
            boolean rewritten = ours && !loadedBefore.test(one.name()) && one.refusal() == null;
            if (locks && !rewritten) {
                String place = one.locksThis() == null ? "the JDK" : one.locksThis();
                String why = one.refusal() == null ? "" : " and can't be rewritten: " + one.refusal();
                return new Objects(
                        false,
                        true,
                        Names.dotted(one.name()) + " locks it" + (place.equals("the JDK") ? "" : " in " + place) + why,
                        below ? oursLock : "",
                        false);
            }
            if (locks && oursLock.isEmpty()) {
                oursLock = Names.dotted(one.name()) + " in " + one.locksThis();
            }
        }
        return new Objects(ours, false, "", "", false);
    }

    /** Matched code may lock it as an object of that interface. */
    private boolean implementsMatched(ClassFacts type) {
        return type.interfaces().stream().anyMatch(name -> supertypes(name, this::isRewritten));
    }

    boolean isInterface(String name) {
        ClassFacts known = facts(name);
        return known != null && known.isInterface();
    }

    /** Whether it is, or may be, {@code java.io.Serializable}. */
    public boolean maySerialize(String name) {
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
