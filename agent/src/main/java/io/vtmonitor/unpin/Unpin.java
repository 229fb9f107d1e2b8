package io.vtmonitor.unpin;

import io.vtmonitor.model.Library;
import io.vtmonitor.report.ProvenLibrary;
import io.vtmonitor.report.UnpinSummary;
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

/** Monitors into locks: installed once in a JVM, then at work whenever a class loads. */
public final class Unpin {
    private static final int MONITOR_ALONE = 0;
    private static final int LOCK_IF_THERE = 1;
    private static final int LOCK_TOO = 2;

    private final UnpinRequest request;
    private final Ledger ledger;
    private final Proven proven;
    private final List<String> loadedBefore;
    private final @Nullable BootDoor door;
    private final @Nullable Audit met;

    private Unpin(
            UnpinRequest request,
            Ledger ledger,
            Proven proven,
            List<String> loadedBefore,
            @Nullable BootDoor door,
            @Nullable Audit met) {
        this.request = request;
        this.ledger = ledger;
        this.proven = proven;
        this.loadedBefore = loadedBefore;
        this.door = door;
        this.met = met;
    }

    /**
     * From its return on, matched classes are rewritten as they load.
     *
     * @param libraries what {@code auto} means
     * @param libraryAt whose a class is, by the address of what it is in and its binary name; null where nothing tells
     * @param javaLang may define classes in {@code java.lang}; null for an audit, which needs none
     * @throws IOException if our own class files can't be read
     * @throws ReflectiveOperationException if the JVM does not let us define classes in {@code java.base}
     */
    public static Unpin install(
            UnpinRequest request,
            List<ProvenLibrary> libraries,
            BiFunction<String, String, @Nullable Library> libraryAt,
            Instrumentation instrumentation,
            @Nullable Lookup javaLang)
            throws IOException, ReflectiveOperationException {
        Proven proven = request.auto() ? new Proven(libraries, libraryAt) : Proven.NONE;
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
        Ledger ledger = new Ledger(request.audit());
        Hierarchies hierarchies = new Hierarchies(scope, before);
        MonitorTransformer transformer = new MonitorTransformer(scope, hierarchies, ledger, request.audit());
        BootDoor door = null;
        Audit met = null;
        if (javaLang != null) {
            door = new BootDoor(BootClasses.define(javaLang));
            met = open(door, hierarchies, ledger);
        }
        rehearse(hierarchies);
        proven.rehearse(ownLocation(), Unpin.class.getName());
        instrumentation.addTransformer(transformer, false);
        List<String> names = new ArrayList<>();
        before.forEach(name -> names.add(Names.dotted(name)));
        return new Unpin(request, ledger, proven, List.copyOf(names), door, met);
    }

    private static Audit open(BootDoor door, Hierarchies hierarchies, Ledger ledger)
            throws ReflectiveOperationException {
        Audit audit = new Audit(hierarchies, ledger, door::watch, door::count, new Deadlocks(door::contended));
        audit.start();
        door.open(
                type -> rule(hierarchies, type),
                type -> of(hierarchies, type).isRewritten(internal(type)) ? LOCK_TOO : MONITOR_ALONE,
                audit);
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
        Hierarchy.Objects objects = of(hierarchies, readable).objects(internal(readable));
        return objects.ours() ? LOCK_TOO : objects.selfLocking() ? MONITOR_ALONE : LOCK_IF_THERE;
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

    private static Hierarchy of(Hierarchies hierarchies, Class<?> type) {
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
                FirstLook.hasMonitors(reader);
                ClassPlan plan = new ClassPlan(ClassScan.of(reader), new Chooser(hierarchies.of(null), false));
                ClassRewriter.rewrite(reader, plan, false);
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
        List<String> patterns = new ArrayList<>(proven.rewritten());
        request.patterns().forEach(pattern -> patterns.add(pattern.text()));
        if (met != null) {
            met.flush();
        }
        return ledger.summary(List.copyOf(patterns), proven.leftAlone(), loadedBefore, door == null ? 0 : door.size());
    }

    /** Matched classes that were loaded already and keep their monitors, by binary name. */
    public List<String> loadedBefore() {
        return loadedBefore;
    }
}
