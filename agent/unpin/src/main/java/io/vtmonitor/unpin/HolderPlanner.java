package io.vtmonitor.unpin;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.JdkPackages;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.Hierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.Scope;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Makes the plan of the rewriting for the classes of the holders alone, with the class files that holders are named
 * from. Nothing is rewritten. What a class file would tell that is not available makes the answer uncertain, never
 * wrong.
 *
 * <p>Thread-safe.
 */
public final class HolderPlanner implements UnpinPlanner {
    private static final Set<Hold> MONITORS = EnumSet.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT);
    private static final int MOST_PLANS = 256;
    private static final int MOST_SCOPES = 32;
    private static final int MOST_CLASSES = 1_024;
    private static final int MOST_FACTS = 8_192;

    /** Instead of a pattern: none frees the class, and one that does is at work. No pattern is written so. */
    private static final String NOTHING = "";

    private static final String AT_WORK = " ";

    private final ClassBytes classes;
    private final Supplier<List<String>> known;
    private final List<String> atWork;
    private final Map<String, String> means = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<List<String>, Plans> byPatterns = new HashMap<>();

    /**
     * @param classes where the class files come from
     * @param known tells the patterns of libraries when they are first needed; a class of none of them is named by its
     *     first packages
     * @param atWork patterns that classes are rewritten by already
     */
    public HolderPlanner(ClassBytes classes, Supplier<List<String>> known, List<String> atWork) {
        this.classes = classes;
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
            String pattern =
                    MONITORS.contains(holder.hold()) ? means(holder.frame().className()) : NOTHING;
            if (pattern.equals(NOTHING)) {
                return null;
            }
            if (!pattern.equals(AT_WORK)) {
                needed.add(pattern);
            }
        }
        try {
            return needed.isEmpty() ? atWorkAlready(holders) : planned(List.copyOf(needed), holders);
        } catch (IllegalArgumentException ignored) { // a hidden class's name
            return null;
        }
    }

    /** All of it is matched, and pins still: another pattern does not help. */
    private static UnpinOffer atWorkAlready(List<Holder> holders) {
        return new UnpinOffer(
                List.of(),
                true,
                holders.stream()
                        .map(holder -> holder.frame().method())
                        .distinct()
                        .map(method -> new UnpinOffer.Kept(method, "unpin is active and reports why it still pins"))
                        .toList());
    }

    private UnpinOffer planned(List<String> patterns, List<Holder> holders) {
        Plans plans;
        lock.lock();
        try {
            if (byPatterns.size() >= MOST_SCOPES && !byPatterns.containsKey(patterns)) {
                byPatterns.clear();
            }
            plans = byPatterns.computeIfAbsent(patterns, this::plans);
        } finally {
            lock.unlock();
        }
        boolean certain = true;
        Set<UnpinOffer.Kept> keeps = new LinkedHashSet<>();
        for (Holder holder : holders) {
            List<ClassPlan.Planned> places = plans.places(holder);
            certain &= !places.isEmpty() && holder.confidence() == Confidence.EXACT;
            for (ClassPlan.Planned place : places) {
                if (place.choice().how() != Choice.How.REWRITE) {
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
        return new UnpinOffer(patterns, certain, List.copyOf(keeps));
    }

    private Plans plans(List<String> patterns) {
        List<ClassPattern> scope = new ArrayList<>();
        patterns.forEach(pattern -> scope.add(ClassPattern.parse(pattern)));
        atWork.forEach(pattern -> scope.add(ClassPattern.parse(pattern)));
        return new Plans(new Scope(scope));
    }

    /** The pattern that takes a class's monitors away. */
    private String means(String className) {
        String before = means.get(className);
        if (before != null) {
            return before;
        }
        String fresh = meansOf(className);
        if (means.size() >= MOST_CLASSES) {
            means.clear();
        }
        means.put(className, fresh);
        return fresh;
    }

    private String meansOf(String className) {
        if (JdkPackages.has(className.replace('.', '/'))) {
            return NOTHING;
        }
        if (patternAmong(atWork, className) != null) {
            return AT_WORK;
        }
        String pattern = patternAmong(known.get(), className);
        return pattern == null ? UnpinOffer.patternFor(className) : pattern;
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

    private byte @Nullable [] file(String internalName) {
        List<ClassBytes.ClassFile> found = classes.find(Names.dotted(internalName));
        if (!found.isEmpty()) {
            return found.get(0).bytes();
        }
        return JdkPackages.has(internalName) ? ClassFiles.of(null).read(internalName) : null;
    }

    /** The plans for one set of patterns. */
    private final class Plans {
        private final Scope scope;
        private final Map<String, List<ClassPlan.Planned>> plans = new HashMap<>();
        private final ReentrantLock planning = new ReentrantLock();
        private Map<String, Optional<ClassFacts>> facts;
        private Hierarchy hierarchy;

        /** Holders that follow each other are often methods of one class. */
        private SoftReference<ClassScan> last = new SoftReference<>(null);

        Plans(Scope scope) {
            this.scope = scope;
            facts = new ConcurrentHashMap<>();
            hierarchy = new Hierarchy(HolderPlanner.this::file, scope, facts);
        }

        /** What the frame holds by; empty where its class file is not available, or does not fit. */
        List<ClassPlan.Planned> places(Holder holder) {
            Frame frame = holder.frame();
            List<ClassPlan.Planned> plan = plan(frame.className().replace('.', '/'), frame.methodName());
            if (plan.isEmpty()) {
                return plan; // sorting nothing would load dozens of classes
            }
            boolean waits = holder.hold() == Hold.OBJECT_WAIT;
            int many = Math.max(1, holder.monitors());
            return plan.stream()
                    .filter(one -> (frame.descriptor().isEmpty()
                                    || one.site().descriptor().equals(frame.descriptor()))
                            && (one.site().form() == LockSite.Form.CALL) == waits
                            && (one.site().form() == LockSite.Form.METHOD
                                    || frame.line() <= 0
                                    || one.site().line() <= frame.line()))
                    .sorted(Comparator.comparingInt((ClassPlan.Planned one) -> isEntered(holder, one.site()) ? 0 : 1)
                            .thenComparingInt(one -> -one.site().line()))
                    .limit(frame.line() <= 0 ? Long.MAX_VALUE : many)
                    .toList();
        }

        /** A synchronized method holds as long as it runs; of blocks it is those that began last. */
        private boolean isEntered(Holder holder, LockSite site) {
            boolean flag = site.form() == LockSite.Form.METHOD;
            return holder.hold() == Hold.MONITOR_ENTER ? flag && holder.frame().bytecodeIndex() <= 0 : flag;
        }

        /** The places of that method; empty where the class file is not available or can't be followed. */
        private List<ClassPlan.Planned> plan(String name, String method) {
            planning.lock();
            try {
                return lockedPlan(name, method);
            } finally {
                planning.unlock();
            }
        }

        private List<ClassPlan.Planned> lockedPlan(String name, String method) {
            if (plans.size() >= MOST_PLANS || facts.size() >= MOST_FACTS) {
                plans.clear();
                facts = new ConcurrentHashMap<>();
                hierarchy = new Hierarchy(HolderPlanner.this::file, scope, facts);
            }
            String key = name + '.' + method;
            List<ClassPlan.Planned> known = plans.get(key);
            if (known == null) {
                known = fresh(name, method);
                plans.put(key, known);
            }
            return known;
        }

        private List<ClassPlan.Planned> fresh(String name, String method) {
            try {
                ClassScan scan = scan(name);
                return scan == null
                        ? List.of()
                        : List.copyOf(new ClassPlan(scan, new LockPolicy(hierarchy, true), method::equals).planned());
            } catch (RuntimeException ignored) {
                return List.of();
            }
        }

        private @Nullable ClassScan scan(String name) {
            ClassScan before = last.get();
            if (before != null && before.node().name.equals(name)) {
                return before;
            }
            byte[] bytes = file(name);
            if (bytes == null) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassScan scan = ClassScan.of(reader);
            facts.putIfAbsent(name, Optional.of(ClassFacts.of(reader, scan, true)));
            last = new SoftReference<>(scan);
            return scan;
        }
    }
}
