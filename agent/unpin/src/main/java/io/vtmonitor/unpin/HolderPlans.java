package io.vtmonitor.unpin;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.JdkPackages;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.JdkFacts;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.Scope;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The plans of the rewriting for one set of patterns, method by method, as they are asked for.
 *
 * <p>Thread-safe.
 */
final class HolderPlans {
    private static final int MOST_PLANS = 256;
    private static final int MOST_FACTS = 8_192;
    private static final int DEEPEST = 32;
    private static final int MOST_LOADED = 64;

    private final ClassBytes classes;
    private final Scope scope;
    private final @Nullable JdkFacts jdk;
    private final Map<String, List<ClassPlan.Planned>> plans = new HashMap<>();
    private final ReentrantLock planning = new ReentrantLock();
    private Map<String, Optional<ClassFacts>> facts;
    private LoaderHierarchy hierarchy;

    /** Whether a class file was missing, of the application or of its JDK, since the hierarchy was made. */
    private boolean lacking;

    /** Loaded classes that the current plan was made by: what is not loaded is usually next to one of them. */
    private final Set<String> loaded = new LinkedHashSet<>();

    /** Holders that follow each other are often methods of one class. */
    private SoftReference<ClassScan> last = new SoftReference<>(null);

    /** @param jdk what stands in for the classes of a JDK that is not available; null for nothing */
    HolderPlans(ClassBytes classes, Scope scope, @Nullable JdkFacts jdk) {
        this.classes = classes;
        this.scope = scope;
        this.jdk = jdk;
        facts = new ConcurrentHashMap<>();
        hierarchy = hierarchy();
    }

    private LoaderHierarchy hierarchy() {
        return new LoaderHierarchy(this::read, this::standIn, scope, facts);
    }

    /**
     * What the frame holds by; empty if its class file is not available, or does not fit, and where it waits for what
     * its caller has entered: that decides whether there is a monitor.
     */
    List<ClassPlan.Planned> places(Holder holder) {
        Frame frame = holder.frame();
        List<ClassPlan.Planned> plan = plan(frame.className().replace('.', '/'), frame.methodName());
        if (plan.isEmpty()) {
            return plan; // sorting nothing would load dozens of classes
        }
        boolean waits = holder.hold() == Hold.OBJECT_WAIT;
        int many = Math.max(1, holder.monitors());
        List<ClassPlan.Planned> places = plan.stream()
                .filter(one ->
                        (frame.descriptor().isEmpty() || one.site().descriptor().equals(frame.descriptor()))
                                && (one.site().form() == LockSite.Form.CALL) == waits
                                && (one.site().form() == LockSite.Form.METHOD
                                        || frame.line() <= 0
                                        || one.site().line() <= frame.line()))
                .sorted(Comparator.comparingInt((ClassPlan.Planned one) -> isEntered(holder, one.site()) ? 0 : 1)
                        .thenComparingInt(one -> -one.site().line()))
                .limit(frame.line() <= 0 ? Long.MAX_VALUE : many)
                .toList();
        return places.stream().anyMatch(place -> isEnteredElsewhere(place, plan)) ? List.of() : places;
    }

    /** Within a method, equal locks are taken for one object. */
    private static boolean isEnteredElsewhere(ClassPlan.Planned wait, List<ClassPlan.Planned> plan) {
        LockSite site = wait.site();
        return site.form() == LockSite.Form.CALL
                && wait.choice().how() == Choice.How.BOTH
                && plan.stream()
                        .map(ClassPlan.Planned::site)
                        .noneMatch(other -> other.form() != LockSite.Form.CALL
                                && other.isIn(site.method(), site.descriptor())
                                && other.lock().equals(site.lock()));
    }

    /** A synchronized method holds as long as it runs; of blocks it is those that began last. */
    private boolean isEntered(Holder holder, LockSite site) {
        boolean flag = site.form() == LockSite.Form.METHOD;
        return holder.hold() == Hold.MONITOR_ENTER ? flag && holder.frame().bytecodeIndex() <= 0 : flag;
    }

    /** The places of that method; empty if the class file, or one that decides about them, is missing. */
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
            hierarchy = hierarchy();
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
        if (lacking) { // what followed from that would be taken for known
            lacking = false;
            facts.values().removeIf(Optional::isEmpty);
            hierarchy = hierarchy();
        }
        loaded.clear();
        try {
            ClassScan scan = scan(name);
            List<ClassPlan.Planned> planned = scan == null
                    ? List.of()
                    : new ClassPlan(scan, new LockPolicy(hierarchy, true), method::equals).planned();
            return lacking && !planned.stream().allMatch(HolderPlans::isRewritten) ? List.of() : List.copyOf(planned);
        } catch (RuntimeException ignored) {
            return List.of();
        }
    }

    private @Nullable ClassScan scan(String name) {
        ClassScan before = last.get();
        if (before != null && before.node().name.equals(name)) {
            return before;
        }
        byte[] bytes = read(name);
        if (bytes == null) {
            return null;
        }
        ClassReader reader = new ClassReader(bytes);
        ClassScan scan = ClassScan.of(reader);
        facts.putIfAbsent(name, Optional.of(ClassFacts.of(reader, scan, true)));
        last = new SoftReference<>(scan);
        return scan;
    }

    /** The class and those above it, with dots, as far as they can be read and are not the JDK's. */
    List<String> withSuperclasses(@Nullable String type) {
        List<String> names = new ArrayList<>();
        planning.lock();
        try {
            String at = type == null || type.startsWith("[") ? null : type;
            while (at != null && !JdkPackages.has(at) && names.size() < DEEPEST) {
                names.add(Names.dotted(at));
                ClassFacts known = hierarchy.facts(at);
                at = known == null ? null : known.superName();
            }
        } finally {
            planning.unlock();
        }
        return names;
    }

    static boolean isRewritten(ClassPlan.Planned place) {
        return place.choice().how() == Choice.How.REWRITE;
    }

    /** Where the class is the JDK's and not available. */
    private @Nullable ClassFacts standIn(String name) {
        JdkFacts known = jdk;
        return known != null
                        && JdkPackages.has(name)
                        && classes.find(Names.dotted(name)).isEmpty()
                ? known.find(name)
                : null;
    }

    /** Null if it is not available. Classes of the JDK differ by its release, so ours say nothing of another JVM's. */
    private byte @Nullable [] read(String name) {
        List<ClassBytes.ClassFile> found = classes.find(Names.dotted(name));
        boolean here = classes.isOfRunningJvm();
        boolean jdk = JdkPackages.has(name);
        if (!found.isEmpty()) {
            if (here && !jdk && loaded.size() < MOST_LOADED) {
                loaded.add(Names.dotted(name));
            }
            return found.get(0).bytes();
        }
        if (jdk && (here || name.equals("java/lang/Object"))) { // that one is the same in each
            return ClassFiles.of(null).read(name);
        }
        List<ClassBytes.ClassFile> beside = here ? classes.notLoaded(Names.dotted(name), loaded) : List.of();
        lacking |= beside.isEmpty();
        return beside.isEmpty() ? null : beside.get(0).bytes();
    }
}
