package io.vtmonitor.unpin;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.ProvenLibrary;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.ProvenReleases;
import io.vtmonitor.unpin.plan.Scope;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Replaces monitors with locks: installed once in a JVM, and then active whenever a class loads. */
public final class Unpin {
    private static final int MONITOR_ALONE = 0;
    private static final int LOCK_IF_THERE = 1;
    private static final int LOCK_TOO = 2;

    private final UnpinRequest request;
    private final RewriteStats stats;
    private final ProvenReleases proven;
    private final List<String> loadedBefore;
    private final @Nullable MonitorRuntimeHandle runtime;
    private final @Nullable Audit met;

    private Unpin(
            UnpinRequest request,
            RewriteStats stats,
            ProvenReleases proven,
            List<String> loadedBefore,
            @Nullable MonitorRuntimeHandle runtime,
            @Nullable Audit met) {
        this.request = request;
        this.stats = stats;
        this.proven = proven;
        this.loadedBefore = loadedBefore;
        this.runtime = runtime;
        this.met = met;
    }

    /**
     * From its return on, matched classes are rewritten as they load.
     *
     * @param libraries what {@code auto} means
     * @param libraryAt whose a class is, by the address of what it is in and its binary name; null if nothing tells
     * @param running asks the JVM for class files that no loader shows
     * @param javaLang may define classes in {@code java.lang}; null for an audit, which needs none
     * @param attached whether the application runs already; then nothing is installed where a loaded class may lock the
     *     same
     * @throws LoadedLockers.LockersLoadedException for such classes
     * @throws IOException if our own class files can't be read
     * @throws ReflectiveOperationException if the JVM does not let us define classes in {@code java.base}
     */
    public static Unpin install(
            UnpinRequest request,
            List<ProvenLibrary> libraries,
            BiFunction<String, String, @Nullable Library> libraryAt,
            ClassBytes running,
            Instrumentation instrumentation,
            @Nullable Lookup javaLang,
            boolean attached)
            throws IOException, ReflectiveOperationException, LoadedLockers.LockersLoadedException {
        ProvenReleases proven = request.auto() ? new ProvenReleases(libraries, libraryAt) : ProvenReleases.NONE;
        Scope scope = new Scope(request.patterns(), proven);
        Set<String> before = new TreeSet<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            if (!loaded.isArray()
                    && scope.mayMatch(name)
                    && !Scope.isJdk(loaded.getClassLoader(), loaded.getModule(), name)
                    && scope.matches(name, ClassFiles.of(loaded.getClassLoader()))) {
                before.add(name);
            }
        }
        RewriteStats stats = new RewriteStats(request.audit());
        Hierarchies hierarchies = new Hierarchies(scope, before);
        if (attached) {
            LoadedLockers.check(instrumentation.getAllLoadedClasses(), hierarchies);
        }
        MonitorRuntimeHandle runtime = javaLang == null ? null : new MonitorRuntimeHandle(BootClasses.define(javaLang));
        Audit met = runtime == null ? null : open(runtime, hierarchies, stats);
        UnseenClasses unseen = runtime == null || met == null
                ? UnseenClasses.NONE
                : UnseenClasses.since(instrumentation.getAllLoadedClasses(), runtime::classes, running, met::later);
        MonitorTransformer transformer = new MonitorTransformer(scope, hierarchies, stats, request.audit(), unseen);
        if (runtime != null) {
            runtime.openHidden(transformer::hidden);
        }
        rehearse(hierarchies);
        proven.rehearse(ownLocation(), Unpin.class.getName());
        instrumentation.addTransformer(transformer, false);
        List<String> names = new ArrayList<>();
        before.forEach(name -> names.add(Names.dotted(name)));
        return new Unpin(request, stats, proven, List.copyOf(names), runtime, met);
    }

    private static Audit open(MonitorRuntimeHandle runtime, Hierarchies hierarchies, RewriteStats stats)
            throws ReflectiveOperationException {
        Audit audit = new Audit(hierarchies, stats, runtime::watch, runtime::count);
        audit.start();
        runtime.open(type -> rule(hierarchies, type), type -> mirrorRule(hierarchies, type), audit);
        return audit;
    }

    private static int rule(Hierarchies hierarchies, Class<?> type) {
        if (type.isArray()) {
            return LOCK_IF_THERE;
        }
        Class<?> readable = readable(hierarchies, type);
        if (readable == null) {
            return LOCK_IF_THERE;
        }
        LoaderHierarchy.Objects objects = of(hierarchies, readable).objects(internal(readable));
        if (objects.ours()) {
            return LOCK_TOO;
        }
        return objects.selfLocking() && !objects.unread() && !hasOursAbove(hierarchies, readable)
                ? MONITOR_ALONE
                : LOCK_IF_THERE;
    }

    /** The classes above it are those in fact; its loader may show the files of others by their names. */
    private static boolean hasOursAbove(Hierarchies hierarchies, Class<?> type) {
        for (Class<?> at = type.getSuperclass(); at != null; at = at.getSuperclass()) {
            if (of(hierarchies, at).objects(internal(at)).ours()) {
                return true;
            }
        }
        return false;
    }

    /** A hidden class may have been rewritten as the class that its file names, which no other class is. */
    private static int mirrorRule(Hierarchies hierarchies, Class<?> type) {
        if (type.isHidden()) {
            return LOCK_IF_THERE;
        }
        LoaderHierarchy classes = of(hierarchies, type);
        return classes.isRewritten(internal(type))
                ? LOCK_TOO
                : classes.matches(internal(type)) ? LOCK_IF_THERE : MONITOR_ALONE;
    }

    /** The class, or where it or one above it was generated as the program runs, the first above those. */
    private static @Nullable Class<?> readable(Hierarchies hierarchies, Class<?> type) {
        Class<?> readable = type;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (of(hierarchies, at).facts(internal(at)) == null) {
                readable = at.getSuperclass();
            }
        }
        return readable;
    }

    private static LoaderHierarchy of(Hierarchies hierarchies, Class<?> type) {
        boolean jdk = Scope.isJdk(type.getClassLoader(), type.getModule(), internal(type));
        return hierarchies.of(jdk ? null : type.getClassLoader());
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** Loads what a transformation needs, before the JVM asks for one while it loads a class. */
    private static void rehearse(Hierarchies hierarchies) throws IOException {
        try (var in =
                Unpin.class.getResourceAsStream("/" + Unpin.class.getName().replace('.', '/') + ".class")) {
            if (in != null) {
                ClassReader reader = new ClassReader(in.readAllBytes());
                UsesMonitors.hasMonitors(reader);
                ClassPlan plan = new ClassPlan(ClassScan.of(reader), new LockPolicy(hierarchies.of(null), false));
                ClassRewriter.rewrite(reader, plan, false, owner -> false);
            }
        }
    }

    private static String ownLocation() {
        return String.valueOf(Unpin.class.getProtectionDomain().getCodeSource().getLocation());
    }

    /** What was asked for. */
    public UnpinRequest request() {
        return request;
    }

    /** What became of the monitors so far. */
    public UnpinSummary summary() {
        List<UnpinSummary.Pattern> patterns = new ArrayList<>(proven.rewritten());
        request.patterns().forEach(pattern -> patterns.add(new UnpinSummary.Pattern(pattern, null)));
        if (met != null) {
            met.flush();
        }
        return stats.summary(
                List.copyOf(patterns), proven.leftAlone(), loadedBefore, runtime == null ? 0 : runtime.size());
    }

    /** Matched classes that were loaded already and keep their monitors, by binary name. */
    public List<String> loadedBefore() {
        return loadedBefore;
    }
}
