package io.vtmonitor.unpin;

import io.vtmonitor.model.UnpinSummary;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.objectweb.asm.ClassReader;

/** Monitors into locks: installed once in a JVM, then at work whenever a class loads. */
public final class Unpin {
    private static final int MONITOR_ALONE = 0;
    private static final int LOCK_IF_THERE = 1;
    private static final int LOCK_TOO = 2;

    private final UnpinRequest request;
    private final Ledger ledger;
    private final List<String> loadedBefore;
    private final MethodHandle size;

    private Unpin(UnpinRequest request, Ledger ledger, List<String> loadedBefore, MethodHandle size) {
        this.request = request;
        this.ledger = ledger;
        this.loadedBefore = loadedBefore;
        this.size = size;
    }

    /**
     * From its return on, matched classes are rewritten as they load.
     *
     * @throws IOException if our own class files can't be read
     * @throws ReflectiveOperationException if the JVM does not let us define classes in {@code java.base}
     */
    public static Unpin install(UnpinRequest request, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        Scope scope = new Scope(request.patterns());
        Set<String> before = new TreeSet<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            if (!loaded.isArray()
                    && scope.matches(name)
                    && !Scope.isJdk(loaded.getClassLoader(), loaded.getModule(), name)) {
                before.add(name);
            }
        }
        Ledger ledger = new Ledger(request.audit());
        Hierarchies hierarchies = new Hierarchies(scope, before);
        MonitorTransformer transformer = new MonitorTransformer(scope, hierarchies, ledger, request.audit());
        MethodHandle size = MethodHandles.constant(long.class, 0L);
        if (!request.audit()) {
            Class<?> door = BootClasses.define(instrumentation);
            open(door, hierarchies, ledger);
            size = MethodHandles.publicLookup().findStatic(door, "size", MethodType.methodType(long.class));
        }
        rehearse(hierarchies);
        instrumentation.addTransformer(transformer, false);
        List<String> names = new ArrayList<>();
        before.forEach(name -> names.add(Names.dotted(name)));
        return new Unpin(request, ledger, List.copyOf(names), size);
    }

    private static void open(Class<?> door, Hierarchies hierarchies, Ledger ledger)
            throws ReflectiveOperationException {
        Audit audit = new Audit(hierarchies, ledger);
        audit.start();
        ToIntFunction<Class<?>> objects = type -> rule(hierarchies, type);
        ToIntFunction<Class<?>> mirrors =
                type -> of(hierarchies, type).isRewritten(internal(type)) ? LOCK_TOO : MONITOR_ALONE;
        door.getMethod("open", ToIntFunction.class, ToIntFunction.class, BiConsumer.class)
                .invoke(null, objects, mirrors, audit);
    }

    private static int rule(Hierarchies hierarchies, Class<?> type) {
        if (type.isArray()) {
            return LOCK_IF_THERE;
        }
        Hierarchy.Objects objects = of(hierarchies, type).objects(internal(type));
        return objects.ours() ? LOCK_TOO : objects.selfLocking() ? MONITOR_ALONE : LOCK_IF_THERE;
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

    /** What became of the monitors so far. */
    public UnpinSummary summary() {
        List<String> patterns =
                request.patterns().stream().map(ClassPattern::text).toList();
        return ledger.summary(patterns, loadedBefore, objects());
    }

    private long objects() {
        try {
            return (long) size.invokeExact();
        } catch (Throwable failed) {
            return 0;
        }
    }
}
