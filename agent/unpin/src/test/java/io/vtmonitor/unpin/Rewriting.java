package io.vtmonitor.unpin;

import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.lock.MonitorRuntime;
import io.vtmonitor.unpin.lock.ReflectiveAccess;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.Scope;
import io.vtmonitor.unpin.plan.ThreadSubclasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;

/** Rewrites single classes as the agent would, the runtime being the classes of {@code unpin.lock} as they are. */
final class Rewriting {
    private final LoaderHierarchy classes;
    private final Scope scope;

    private Rewriting(ClassFiles files, List<String> patterns) {
        scope = new Scope(patterns.stream().map(ClassPattern::parse).toList());
        classes = new LoaderHierarchy(files, scope, new ConcurrentHashMap<>());
    }

    static Rewriting of(ClassFiles files, String... patterns) {
        return new Rewriting(files, List.of(patterns));
    }

    /** Of classes on the class path of the tests. */
    static Rewriting of(String... patterns) {
        return of(ClassFiles.of(Rewriting.class.getClassLoader()), patterns);
    }

    ClassPlan plan(Class<?> type) {
        return plan(bytes(type));
    }

    ClassPlan plan(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        return new ClassPlan(ClassScan.of(reader), new LockPolicy(classes, classes.matches(reader.getClassName())));
    }

    /** How each place locks: {@code method on lock: HOW why}. */
    Map<String, String> choices(Class<?> type) {
        Map<String, String> choices = new HashMap<>();
        for (ClassPlan.Planned one : plan(type).planned()) {
            if (one.site().form() != LockSite.Form.CALL) {
                choices.put(
                        one.site().method() + " on " + one.site().lock().text(),
                        one.choice().how() + (one.choice().audited() ? " audited" : "") + ", "
                                + one.choice().why());
            }
        }
        return choices;
    }

    /** The class file as the agent makes it; itself if there is nothing to change. */
    byte[] rewrite(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (!UsesMonitors.hasMonitors(reader)) {
            return classFile;
        }
        ClassScan scan = ClassScan.of(reader);
        classes.defined(ClassFacts.of(reader, scan, classes.matches(reader.getClassName())));
        ClassPlan plan = new ClassPlan(scan, new LockPolicy(classes, classes.matches(reader.getClassName())));
        return plan.changesAnything()
                ? ClassRewriter.rewrite(
                        reader,
                        plan,
                        classes.maySerialize(reader.getClassName()),
                        owner -> ThreadSubclasses.inheritHoldsLock(classes, owner))
                : classFile;
    }

    /** The same, the runtime being that of this JVM's class path instead of {@code java.base}. */
    byte[] rewriteForHere(byte[] classFile) {
        Map<String, String> here = Map.of(
                BootClasses.RUNTIME, MonitorRuntime.class.getName().replace('.', '/'),
                BootClasses.REFLECTION, ReflectiveAccess.class.getName().replace('.', '/'));
        try {
            return BootClasses.renamed(rewrite(classFile), text -> here.getOrDefault(text, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What of a class that loads breaks what places rely upon. */
    List<String> loaded(Class<?> type) {
        ClassReader reader = new ClassReader(bytes(type));
        ClassFacts facts = ClassFacts.of(reader, ClassScan.of(reader), classes.matches(reader.getClassName()));
        classes.defined(facts);
        return classes.broken(facts);
    }

    static byte[] bytes(Class<?> type) {
        return Objects.requireNonNull(
                ClassFiles.of(type.getClassLoader()).read(type.getName().replace('.', '/')));
    }
}
