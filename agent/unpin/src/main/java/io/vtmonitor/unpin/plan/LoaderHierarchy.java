package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.HandedOn;
import io.vtmonitor.unpin.flow.JdkPackages;
import io.vtmonitor.unpin.flow.LockedMembers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The classes that one loader sees, read from their files: whose objects have locks and whose keep their monitors. The
 * answer follows from the class files alone, so that all classes that lock an object get the same one, whichever loads
 * first.
 */
public final class LoaderHierarchy {
    private final ClassFiles files;
    private final ClassFiles located;
    private final Function<String, @Nullable ClassFacts> standIns;
    private final Scope scope;
    private final Predicate<String> loadedBefore;
    private final Map<String, Boolean> matched = new ConcurrentHashMap<>();
    private final Map<String, Optional<ClassFacts>> facts;
    private final Map<String, Objects> objects = new ConcurrentHashMap<>();
    private final Map<String, byte[]> defining = new ConcurrentHashMap<>();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Ancestors above = new Ancestors(this::facts);
    private final LockOwnership judge;
    private final LoadersAbove loaders;
    private final LockedMembers members;
    private final OwnObjects own;
    private final Assumptions assumptions;

    /**
     * Whose locks a class's objects have.
     *
     * @param ours whether those that lock their own object were rewritten
     * @param selfLocking whether code that is not rewritten locks its own object
     * @param why who keeps the monitor, empty if nobody does
     * @param clash who locks the same objects by the lock all the same, empty if nobody does
     * @param unread whether that is not known, since a class file was not available
     */
    public record Objects(boolean ours, boolean selfLocking, String why, String clash, boolean unread) {}

    /**
     * For plans alone.
     *
     * @param standIns tell what is known of a class without its file, null for nothing
     */
    public LoaderHierarchy(
            ClassFiles files,
            Function<String, @Nullable ClassFacts> standIns,
            Scope scope,
            Map<String, Optional<ClassFacts>> facts) {
        this(files, standIns, scope, name -> false, new Assumptions(), facts, List.of());
    }

    /** The same by class files alone. */
    public LoaderHierarchy(ClassFiles files, Scope scope, Map<String, Optional<ClassFacts>> facts) {
        this(files, name -> null, scope, facts);
    }

    LoaderHierarchy(
            ClassFiles files,
            Scope scope,
            Predicate<String> loadedBefore,
            Assumptions assumptions,
            Map<String, Optional<ClassFacts>> facts,
            List<LoaderHierarchy> parents) {
        this(files, name -> null, scope, loadedBefore, assumptions, facts, parents);
    }

    private LoaderHierarchy(
            ClassFiles files,
            Function<String, @Nullable ClassFacts> standIns,
            Scope scope,
            Predicate<String> loadedBefore,
            Assumptions assumptions,
            Map<String, Optional<ClassFacts>> facts,
            List<LoaderHierarchy> parents) {
        this.standIns = standIns;
        this.facts = facts;
        this.files = name -> {
            byte[] bytes = defining.get(name);
            return bytes != null ? bytes : isOther(name) ? null : files.read(name);
        };
        located = files;
        loaders = new LoadersAbove(parents);
        this.scope = scope;
        this.loadedBefore = loadedBefore;
        this.assumptions = assumptions;
        members = new LockedMembers(this.files);
        own = new OwnObjects(this, assumptions);
        judge = new LockOwnership(this, above, loadedBefore);
    }

    LoadersAbove loaders() {
        return loaders;
    }

    public LockedMembers members() {
        return members;
    }

    OwnObjects own() {
        return own;
    }

    /** A class whose bytes are available for now; they may differ from its file, and there may be none. */
    public void defining(String name, byte[] classFile) {
        seen.add(name);
        defining.put(name, classFile);
    }

    public void isDefined(String name) {
        defining.remove(name);
    }

    /** Whether its bytes have been available. */
    public boolean isSeen(String name) {
        return seen.contains(name);
    }

    /** A class that is being defined. What was said while it was not known, or by another file, is thought over. */
    public void defined(ClassFacts defined) {
        Optional<ClassFacts> now = Optional.of(defined);
        Optional<ClassFacts> before = facts.put(defined.name(), now);
        if (before != null && !before.equals(now)) {
            forget();
        }
        loaders.tellBelow(defined);
    }

    /** By a loader that this one may ask. Where its own files show another class of that name, neither is relied on. */
    void definedAbove(ClassFacts defined) {
        Optional<ClassFacts> read = facts.get(defined.name());
        if (read != null && !isSeen(defined.name()) && !read.equals(Optional.of(defined))) {
            forget();
        }
    }

    private void forget() {
        objects.clear();
        members.forget();
    }

    /**
     * Whether a class extends or implements a matched type, or may do so by one that can't be read.
     *
     * @return what of it breaks what other places rely upon, a sentence each
     */
    public List<String> broken(ClassFacts defined) {
        Ancestors.Match found = above.find(defined.name(), this::isRewritten);
        return found.meant() || found.maybe() ? assumptions.loaded(defined.name(), this) : List.of();
    }

    /**
     * Whether a class that is loaded breaks what is relied upon of a type above it, and how; null if it does not. Where
     * the type may be above it, since something there can't be read, a method that no class file shows is asked for by
     * the class that declares it. Only if neither a superclass nor an interface can be read, that class may not know of
     * the type.
     *
     * @param relied whether it is relied upon already. Then objects of a class that may have the type break nothing
     *     yet: those that are locked are looked at as they come
     */
    @Nullable
    String breaks(Assumptions.Assumption assumption, String name, boolean relied) {
        Ancestors.Match found = above.find(name, assumption.type()::equals);
        if (!found.meant() && found.maybe()) {
            boolean sure = assumption.method().isEmpty()
                    ? relied
                    : members.method(name, assumption.method()) == null
                            && !(found.unreadClass() && found.unreadInterface());
            return sure ? null : own.broken(assumption, name);
        }
        return found.meant() ? own.broken(assumption, name) : null;
    }

    /** Whether the class itself or a type above it is meant, as far as class files are available. */
    boolean supertypes(String name, Predicate<String> meant) {
        return above.find(name, meant).meant();
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
            loaders.tellBelow(known.refused(why));
        }
        objects.clear();
    }

    /** Null if the class file can't be read. */
    @Nullable
    public ClassFacts facts(String name) {
        Optional<ClassFacts> known = facts.get(name);
        if (known == null) {
            known = Optional.ofNullable(read(name));
            facts.put(name, known);
        }
        return known.isPresent() && isOther(known.get()) ? null : known.orElse(null);
    }

    private boolean isOther(ClassFacts known) {
        return !isSeen(known.name()) && !JdkPackages.has(known.name()) && loaders.haveOther(known);
    }

    private boolean isOther(String name) {
        Optional<ClassFacts> known = facts.get(name);
        return known != null && known.isPresent() && isOther(known.get());
    }

    private @Nullable ClassFacts read(String name) {
        byte[] now = defining.get(name);
        ClassFacts known = now != null ? null : standIns.apply(name);
        if (known != null) {
            return known;
        }
        byte[] bytes = now != null || name.startsWith("[") ? now : located.read(name);
        try {
            return bytes == null ? null : ClassFacts.of(bytes, matches(name));
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

    /** Whether the class is meant; one answer permanently, as others rely on it. */
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
            known = judge.judge(name);
            objects.put(name, known);
        }
        return known;
    }

    /**
     * Whether methods of a class may hand what they get as an {@code Object} to code that locks it by its monitor: to
     * that of the JDK, or native one.
     */
    boolean mayLockWhatItGets(String name) {
        return !Boolean.FALSE.equals(locksWhatItGets(name)) || members.handsToNatives(name) != null;
    }

    /**
     * Whether it is code of the JDK: {@code Reader} and {@code Writer} do so, and class loaders with their loading
     * lock; null if a class file can't be read.
     */
    @Nullable
    Boolean locksWhatItGets(String name) {
        String at = name;
        for (int seen = 0; at != null && !HandedOn.isLocker(at); seen++) {
            ClassFacts one = seen < Ancestors.DEEPEST ? facts(at) : null;
            if (one == null) {
                return null;
            }
            at = one.superName();
        }
        return at != null;
    }

    boolean isInterface(String name) {
        ClassFacts known = facts(name);
        return known != null && known.isInterface();
    }

    /** Whether it is, or may be, {@code java.io.Serializable}. */
    public boolean maySerialize(String name) {
        return above.maySerialize(name);
    }
}
