package io.vtmonitor.unpin;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.unpin.flow.JdkPackages;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.JdkFacts;
import io.vtmonitor.unpin.plan.Scope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan of the rewriting for the classes of the holders alone, with the class files that holders are named
 * from. Nothing is rewritten. What a class file would tell that is not available makes the answer uncertain, never
 * wrong.
 *
 * <p>Thread-safe.
 */
public final class HolderPlanner implements UnpinPlanner {
    private static final Set<Hold> MONITORS = EnumSet.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT);
    private static final int MOST_SCOPES = 32;
    private static final int MOST_CLASSES = 1_024;
    private static final int MOST_TOGETHER = 4;

    /** What takes the monitors of a class away: no pattern, one that is in effect already, or one to add. */
    private record Means(Kind kind, String pattern) {
        private enum Kind {
            NONE,
            IN_EFFECT,
            TO_ADD
        }

        static final Means NONE = new Means(Kind.NONE, "");
        static final Means IN_EFFECT = new Means(Kind.IN_EFFECT, "");

        static Means toAdd(String pattern) {
            return new Means(Kind.TO_ADD, pattern);
        }
    }

    private final ClassBytes classes;
    private final Supplier<List<String>> known;
    private final List<String> atWork;
    private final Map<String, Means> means = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<List<String>, HolderPlans> byPatterns = new HashMap<>();
    private final Map<List<String>, HolderPlans> byStandIns = new HashMap<>();
    private final int release;

    /** What holders hold by, and whether what ships of the JDK's classes had to stand in for them. */
    private record Places(
            List<ClassPlan.Planned> all, @Nullable JdkFacts standIn) {}

    /** Of the JVM that runs. */
    public HolderPlanner(ClassBytes classes, Supplier<List<String>> known, List<String> atWork) {
        this(classes, known, atWork, 0);
    }

    /**
     * @param classes where the class files come from
     * @param known tells the patterns of libraries when they are first needed; a class of none of them is named by its
     *     first packages
     * @param atWork patterns that classes are rewritten by already
     * @param release feature release of the JDK that ran, where it is not the one that runs; 0 if it is, or unknown
     */
    public HolderPlanner(ClassBytes classes, Supplier<List<String>> known, List<String> atWork, int release) {
        this.release = release;
        this.classes = classes;
        if (!classes.isOfRunningJvm()) {
            JdkFacts.knowPackages();
        }
        this.known = known;
        this.atWork = List.copyOf(atWork);
    }

    @Override
    public @Nullable UnpinOffer offer(Blocking blocking, List<Holder> holders) {
        if (!blocking.monitorsPin() || holders.isEmpty()) {
            return null;
        }
        Set<String> needed = new LinkedHashSet<>();
        for (Holder holder : holders) {
            Means is = MONITORS.contains(holder.hold()) ? means(holder.frame().className()) : Means.NONE;
            if (is.kind() == Means.Kind.NONE) {
                return null;
            }
            if (is.kind() == Means.Kind.TO_ADD) {
                needed.add(is.pattern());
            }
        }
        try {
            return needed.isEmpty() ? atWorkAlready(holders) : offer(needed, holders);
        } catch (IllegalArgumentException ignored) { // a hidden class's name
            return null;
        }
    }

    /**
     * With the patterns of the holders' classes; where those leave a monitor that a superclass outside of them locks,
     * too, with the superclass's pattern as well, if nothing keeps its monitor then.
     */
    private UnpinOffer offer(Set<String> needed, List<Holder> holders) {
        UnpinOffer first = planned(List.copyOf(needed), holders);
        UnpinOffer wider = first;
        Set<String> patterns = new LinkedHashSet<>(needed);
        while (!wider.frees() && patterns.addAll(patternsAbove(wider.patterns(), holders))) {
            wider = patterns.size() > MOST_TOGETHER ? first : planned(List.copyOf(patterns), holders);
            if (wider.equals(first)) {
                return first;
            }
        }
        return wider.frees() ? wider : first;
    }

    /** By class files; where one of the JDK's is missing that decides, by what ships of its release. */
    private Places places(List<String> patterns, Holder holder) {
        List<ClassPlan.Planned> byFiles = plansOf(patterns, byPatterns, null).places(holder);
        JdkFacts jdk = byFiles.isEmpty() && release > 0 ? JdkFacts.of(release) : null;
        return jdk == null
                ? new Places(byFiles, null)
                : new Places(plansOf(patterns, byStandIns, jdk).places(holder), jdk);
    }

    private Set<String> patternsAbove(List<String> patterns, List<Holder> holders) {
        HolderPlans plans = plansOf(patterns, byPatterns, null);
        Set<String> above = new LinkedHashSet<>();
        for (Holder holder : holders) {
            for (ClassPlan.Planned place : places(patterns, holder).all()) {
                if (HolderPlans.isRewritten(place)) {
                    continue;
                }
                for (String name : plans.withSuperclasses(place.site().lock().type())) {
                    Means is = means(name);
                    if (is.kind() == Means.Kind.TO_ADD) {
                        above.add(is.pattern());
                    }
                }
            }
        }
        return above;
    }

    /** All of it is matched, and pins still: another pattern does not help. */
    private static UnpinOffer atWorkAlready(List<Holder> holders) {
        return new UnpinOffer(
                List.of(),
                true,
                null,
                holders.stream()
                        .map(holder -> holder.frame().method())
                        .distinct()
                        .map(method -> new UnpinOffer.Kept(method, "unpin is active and reports why it still pins"))
                        .toList());
    }

    private UnpinOffer planned(List<String> patterns, List<Holder> holders) {
        boolean certain = true;
        String standIn = null;
        Set<UnpinOffer.Kept> keeps = new LinkedHashSet<>();
        for (Holder holder : holders) {
            Places places = places(patterns, holder);
            certain &= !places.all().isEmpty() && holder.confidence() == Confidence.EXACT;
            if (places.standIn() != null && !places.all().isEmpty()) {
                standIn = places.standIn().version();
            }
            for (ClassPlan.Planned place : places.all()) {
                if (!HolderPlans.isRewritten(place)) {
                    keeps.add(new UnpinOffer.Kept(
                            holder.frame().method(),
                            place.site().lock().text() + " "
                                    + (place.choice().how() == Choice.How.BOTH
                                            ? "is locked both ways: "
                                            : "keeps its monitor: ")
                                    + place.choice().why()));
                }
            }
        }
        return new UnpinOffer(patterns, certain, standIn, List.copyOf(keeps));
    }

    private HolderPlans plansOf(List<String> patterns, Map<List<String>, HolderPlans> known, @Nullable JdkFacts jdk) {
        lock.lock();
        try {
            if (known.size() >= MOST_SCOPES && !known.containsKey(patterns)) {
                known.clear();
            }
            return known.computeIfAbsent(patterns, each -> plans(each, jdk));
        } finally {
            lock.unlock();
        }
    }

    private HolderPlans plans(List<String> patterns, @Nullable JdkFacts jdk) {
        List<ClassPattern> scope = new ArrayList<>();
        patterns.forEach(pattern -> scope.add(ClassPattern.parse(pattern)));
        atWork.forEach(pattern -> scope.add(ClassPattern.parse(pattern)));
        return new HolderPlans(classes, new Scope(scope), jdk);
    }

    private Means means(String className) {
        Means before = means.get(className);
        if (before != null) {
            return before;
        }
        Means fresh = meansOf(className);
        if (means.size() >= MOST_CLASSES) {
            means.clear();
        }
        means.put(className, fresh);
        return fresh;
    }

    private Means meansOf(String className) {
        if (JdkPackages.has(className.replace('.', '/'))) {
            return Means.NONE;
        }
        if (patternAmong(atWork, className) != null) {
            return Means.IN_EFFECT;
        }
        String pattern = patternAmong(known.get(), className);
        return Means.toAdd(pattern == null ? UnpinOffer.patternFor(className) : pattern);
    }

    private static @Nullable String patternAmong(List<String> patterns, String className) {
        String internalName = className.replace('.', '/');
        String found = null;
        for (String pattern : patterns) {
            ClassPattern parsed = ClassPattern.parse(pattern);
            if (parsed.matches(internalName)) {
                if (parsed.excludes()) {
                    return null;
                }
                found = found == null ? pattern : found;
            }
        }
        return found;
    }
}
