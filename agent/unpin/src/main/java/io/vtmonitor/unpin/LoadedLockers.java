package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.LockPolicy;
import io.vtmonitor.unpin.plan.Scope;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Places of classes that are loaded, and so can't be changed any more, that may lock an object which rewritten places
 * lock by the lock alone.
 */
public final class LoadedLockers {
    private static final int MOST = 1_000;

    private LoadedLockers() {}

    /** There are such places: nothing may be rewritten. */
    public static final class LockersLoadedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient List<String> places;

        LockersLoadedException(List<String> places) {
            super(places.size() + " places of loaded classes may lock the same objects");
            this.places = List.copyOf(places);
        }

        /** Each with what it locks, at most a thousand. */
        public List<String> places() {
            return places;
        }
    }

    /** Reads the class files of all that are loaded but those of the JDK and our own. */
    static void check(Class<?>[] loaded, Hierarchies hierarchies) throws LockersLoadedException {
        List<String> places = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (places.size() < MOST) {
                places.addAll(places(type, hierarchies));
            }
        }
        if (!places.isEmpty()) {
            throw new LockersLoadedException(places);
        }
    }

    /** Those of one class. */
    static List<String> places(Class<?> type, Hierarchies hierarchies) {
        return isKnown(type) ? List.of() : places(type, hierarchies, file(type));
    }

    /** The same by its class file, null if that can't be read. */
    static List<String> places(Class<?> type, Hierarchies hierarchies, byte @Nullable [] file) {
        return places(type.getName().replace('.', '/'), file, hierarchies.of(type.getClassLoader()));
    }

    /** As its loader shows it; null if it does not. */
    static byte @Nullable [] file(Class<?> type) {
        return ClassFiles.of(type.getClassLoader()).read(type.getName().replace('.', '/'));
    }

    /** Whether it has no such place: it has no code, or only the JDK's, its own loader's or ours. */
    static boolean isKnown(Class<?> type) {
        String name = type.getName().replace('.', '/');
        return type.isArray()
                || type.isPrimitive()
                || type.isHidden()
                || Proxy.isProxyClass(type)
                || Scope.isJdk(type.getClassLoader(), type.getModule(), name)
                || isOurs(type, name);
    }

    /** By whichever loader: the door has another one than all behind it. */
    private static boolean isOurs(Class<?> type, String name) {
        return name.startsWith("io/vtmonitor/")
                && Objects.equals(type.getProtectionDomain(), LoadedLockers.class.getProtectionDomain());
    }

    private static List<String> places(String name, byte @Nullable [] bytes, LoaderHierarchy classes) {
        if (bytes == null) {
            return List.of(Names.dotted(name) + ", whose class file can't be read");
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            return UsesMonitors.hasMonitors(reader) ? places(reader, classes) : List.of();
        } catch (RuntimeException ignored) {
            return List.of(Names.dotted(name) + ", whose class file can't be followed");
        }
    }

    private static List<String> places(ClassReader reader, LoaderHierarchy classes) {
        List<String> places = new ArrayList<>();
        ClassScan scan = ClassScan.of(reader);
        LockPolicy policy = new LockPolicy(classes, false);
        for (LockSite site : scan.sites()) {
            Choice choice = policy.choose(reader.getClassName(), site);
            boolean alone = classes.matches(reader.getClassName())
                    ? site.form() == LockSite.Form.CALL || site.confined()
                    : choice.how() == Choice.How.KEEP;
            if (!alone) {
                places.add(Names.dotted(reader.getClassName()) + "." + site.place() + " locks "
                        + site.lock().text());
            }
        }
        return places;
    }
}
