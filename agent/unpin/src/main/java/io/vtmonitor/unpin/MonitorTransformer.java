package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.HandedOn;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.flow.NativeMethods;
import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.ClassPlan;
import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.Scope;
import io.vtmonitor.unpin.plan.ThreadSubclasses;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Rewrites classes as they load, and looks at all others for places that lock the same objects. Not able to
 * retransform: so it comes before the agents that are, and when they retransform a class, what it made of it stays.
 * When a class is redefined, it is called again and does the same.
 */
final class MonitorTransformer implements ClassFileTransformer {
    private static final ProtectionDomain OURS = MonitorTransformer.class.getProtectionDomain();

    private final Scope scope;
    private final Hierarchies hierarchies;
    private final RewriteStats stats;
    private final boolean audit;
    private final UnseenClasses unseen;

    MonitorTransformer(Scope scope, Hierarchies hierarchies, RewriteStats stats, boolean audit, UnseenClasses unseen) {
        this.unseen = unseen;
        this.scope = scope;
        this.hierarchies = hierarchies;
        this.stats = stats;
        this.audit = audit;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (className == null || OURS.equals(domain) || Scope.isJdk(loader, module, className)) {
            return null;
        }
        byte[] result = transform(hierarchies.of(loader), className, classFile);
        try {
            unseen.above(loader).forEach(this::lookAtUnseen);
        } catch (Throwable e) {
            stats.failed("a class that loaded while " + Names.dotted(className) + " was rewritten", false, e);
        }
        return result;
    }

    /** It can't be changed any more, and is none that others may rely on. */
    private void lookAtUnseen(Class<?> type) {
        String name = type.getName().replace('.', '/');
        LoaderHierarchy classes = hierarchies.of(type.getClassLoader());
        if (classes.isSeen(name)) {
            return;
        }
        if (!LoadedLockers.isKnown(type)) {
            byte[] file = LoadedLockers.file(type);
            if (file == null) {
                unseen.readLater(type, running -> lookAtUnseen(type, running));
            } else {
                lookAtUnseen(type, file);
            }
        }
        if (classes.matches(name)) {
            classes.failed(name, "loaded while another class was rewritten");
        }
    }

    private void lookAtUnseen(Class<?> type, byte @Nullable [] file) {
        List<String> places = LoadedLockers.places(type, hierarchies, file);
        places.forEach(place -> stats.unsound(
                place + " by the monitor, since it loaded while another class was rewritten; rewritten code may lock"
                        + " the same by the lock"));
    }

    private byte @Nullable [] transform(LoaderHierarchy classes, String name, byte[] classFile) {
        try {
            return rewritten(classes, name, classFile);
        } catch (Throwable e) {
            stats.failed(name, scope.mayMatch(name), e);
            leaveAlone(classes, name, e);
            return null;
        }
    }

    /**
     * A class that is defined hidden: the JVM shows these to no transformer.
     *
     * @param host whose loader and module it gets
     * @return the class file to define
     */
    byte[] hidden(Class<?> host, byte[] classFile) {
        String name;
        try {
            name = new ClassReader(classFile).getClassName();
        } catch (RuntimeException ignored) {
            return classFile; // the JVM will say what is wrong with it
        }
        if (audit || Scope.isJdk(host.getClassLoader(), host.getModule(), name)) {
            return classFile;
        }
        byte[] result = transform(hierarchies.ofHidden(host.getClassLoader()), name, classFile);
        return result == null ? classFile : result;
    }

    private static void leaveAlone(LoaderHierarchy classes, String name, Throwable failed) {
        try {
            classes.failed(name, failed.toString());
        } catch (Throwable ignored) {
            // The class has been reported as unsound and stays so; only the reason is lost.
        }
    }

    private byte @Nullable [] rewritten(LoaderHierarchy classes, String name, byte[] classFile) {
        classes.defining(name, classFile);
        try {
            return rewritten(classes, name, new ClassReader(classFile));
        } finally {
            classes.isDefined(name);
        }
    }

    private byte @Nullable [] rewritten(LoaderHierarchy classes, String name, ClassReader reader) {
        boolean matched = classes.matches(name);
        ClassScan scan = UsesMonitors.hasMonitors(reader) ? ClassScan.of(reader) : null;
        ClassFacts facts = ClassFacts.of(reader, scan, matched);
        classes.defined(facts);
        classes.broken(facts).forEach(stats::unsound);
        toNatives(classes, reader, matched).forEach(stats::toNatives);
        if (scan == null) {
            return null;
        }
        ClassPlan plan = new ClassPlan(scan, new LockPolicy(classes, matched));
        plan.unsound().forEach(place -> stats.unsound(Names.dotted(name) + "." + place));
        LoaderHierarchy.Objects objects = classes.objects(name);
        if (!objects.clash().isEmpty()) {
            stats.unsound("objects of " + Names.dotted(name) + ": " + objects.why() + ", by the monitor; "
                    + objects.clash() + ", by the lock");
        }
        if (objects.unread() && facts.refusal() != null && facts.locksThis() != null) {
            stats.unsound(Names.dotted(name) + "." + facts.locksThis() + " locks it by the monitor, since it has "
                    + facts.refusal() + "; " + objects.why() + ", and may lock it by the lock");
        }
        handedOn(classes, scan).forEach(stats::unsound);
        byte[] result = audit || !plan.changesAnything()
                ? null
                : ClassRewriter.rewrite(
                        reader,
                        plan,
                        classes.maySerialize(name),
                        owner -> ThreadSubclasses.inheritHoldsLock(classes, owner));
        stats.planned(name, matched, plan);
        return result;
    }

    /** What of matched classes its native methods are handed. Who does not know the class takes the lock alone. */
    private static List<String> toNatives(LoaderHierarchy classes, ClassReader reader, boolean matched) {
        NativeMethods natives = NativeMethods.of(reader);
        List<String> all = new ArrayList<>();
        for (String type : natives.types()) {
            boolean any = natives.takeAny() && type.equals("java/lang/Object");
            if (any ? matched : classes.objects(type).ours()) {
                all.add("native methods of " + Names.dotted(reader.getClassName()) + " get objects of "
                        + (any ? "any class" : Names.dotted(type)));
            }
        }
        return all;
    }

    /** What of others' it hands to code of the JDK, which locks it by the monitor: the others are loaded, maybe. */
    private static List<String> handedOn(LoaderHierarchy classes, ClassScan scan) {
        String name = scan.node().name;
        List<String> all = new ArrayList<>();
        for (HandedOn one : scan.handed()) {
            if (!one.itself() && one.isLocked() && classes.objects(one.type()).ours()) {
                all.add(Names.dotted(name) + "." + one.place() + " hands an object of " + Names.dotted(one.type())
                        + " to " + Names.dotted(one.to())
                        + ", where code of the JDK locks it by the monitor; rewritten code locks it by the lock");
            }
        }
        return all;
    }
}
