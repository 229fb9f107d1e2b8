package io.vtmonitor.unpinned;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Classes in several loaders whose files do not tell what they are. Of each object: whether the places that lock it
 * exclude each other, each of them first once.
 */
public final class Unread {
    private static final String IN = "io.vtmonitor.unpinned.UnreadIn$";
    private static final String OUT = "io.vtmonitor.unpinned.UnreadOut$";

    private Unread() {}

    /** Runs something while it locks. */
    private interface Place {
        void with(Runnable inside) throws Exception;
    }

    /** @param arguments the cases */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        for (String one : arguments) {
            System.out.println(one + ": " + answer(places(one)));
        }
        System.exit(0);
    }

    private static List<Place> places(String name) throws Exception {
        ClassLoader above = new Loader(Unread.class.getClassLoader(), Map.of(IN + "Base", IN + "Base"), false);
        switch (name) {
            case "matched subclass" -> {
                ClassLoader below = new Loader(above, Map.of(IN + "Sub", IN + "Sub"), false);
                return both(below.loadClass(IN + "Sub").getConstructor().newInstance());
            }
            case "subclass" -> {
                ClassLoader below = new Loader(above, Map.of(OUT + "Sub", OUT + "Sub"), false);
                return both(below.loadClass(OUT + "Sub").getConstructor().newInstance());
            }
            case "interface" -> {
                ClassLoader all = new Loader(
                        Unread.class.getClassLoader(),
                        Map.of(IN + "Has", IN + "Has", IN + "User", IN + "User", OUT + "Impl", OUT + "Impl"),
                        false);
                Object has = all.loadClass(OUT + "Impl").getConstructor().newInstance();
                Object user = all.loadClass(IN + "User")
                        .getConstructor(all.loadClass(IN + "Has"))
                        .newInstance(has);
                return List.of(method(has, "own"), method(user, "use"));
            }
            case "boot" -> {
                Object base = new UnreadIn.Base();
                return List.of(method(base, "base"), inside -> UnreadOut.Locker.lock(base, inside));
            }
            case "nested" -> {
                Loader loads = new Loader(
                        Unread.class.getClassLoader(),
                        Map.of(
                                IN + "Base", IN + "Base",
                                OUT + "Sub", OUT + "Sub",
                                OUT + "Locker", OUT + "Locker"),
                        true);
                loads.loadWhenAsked = OUT + "Locker";
                Object sub = loads.loadClass(OUT + "Sub").getConstructor().newInstance();
                Class<?> locker = loads.loadClass(OUT + "Locker");
                return List.of(
                        method(sub, "sub"),
                        inside -> invoke(() -> locker.getMethod("lock", Object.class, Runnable.class)
                                .invoke(null, sub, inside)));
            }
            case "two of a name" -> {
                ClassLoader fact = new Loader(Unread.class.getClassLoader(), Map.of(OUT + "Says", OUT + "Fact"), true);
                fact.loadClass(OUT + "Says");
                ClassLoader below = new Loader(fact, Map.of(OUT + "Told", OUT + "Told"), true);
                return both(below.loadClass(OUT + "Told").getConstructor().newInstance());
            }
            default -> throw new IllegalArgumentException(name);
        }
    }

    private static List<Place> both(Object below) {
        return List.of(method(below, "base"), method(below, "sub"));
    }

    private static Place method(Object on, String name) {
        return inside ->
                invoke(() -> on.getClass().getMethod(name, Runnable.class).invoke(on, inside));
    }

    private interface Call {
        Object call() throws ReflectiveOperationException;
    }

    private static void invoke(Call call) throws Exception {
        try {
            call.call();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static String answer(List<Place> places) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (int round = 0; round < 2; round++) { // the second one when all locks are in use
            for (int first = 0; first < places.size(); first++) {
                for (int second = 0; second < places.size(); second++) {
                    if (first != second && !excludes(places.get(first), places.get(second))) {
                        wrong.add(first + " does not exclude " + second);
                    }
                }
            }
        }
        return wrong.isEmpty() ? "excluded" : wrong.toString();
    }

    /** Whether a thread that is inside one place keeps another out of the other one. */
    private static boolean excludes(Place first, Place second) throws Exception {
        boolean[] in = new boolean[1];
        boolean[] excludes = new boolean[1];
        Thread[] other = new Thread[1];
        first.with(() -> {
            other[0] = Thread.ofPlatform().start(() -> {
                try {
                    second.with(() -> set(in));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            while (!isSet(in) && !waits(other[0])) {
                Thread.onSpinWait();
            }
            excludes[0] = !isSet(in);
        });
        other[0].join();
        return excludes[0];
    }

    /** In our lock or the JVM's, not in a class loader. */
    private static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        if (state == Thread.State.RUNNABLE || state == Thread.State.NEW || state == Thread.State.TERMINATED) {
            return false;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().startsWith(IN) || frame.getClassName().startsWith(OUT)) {
                return true;
            }
            if (frame.getClassName().equals("java.lang.ClassLoader")) {
                return false;
            }
        }
        return false;
    }

    private static synchronized void set(boolean[] flag) {
        flag[0] = true;
    }

    private static synchronized boolean isSet(boolean[] flag) {
        return flag[0];
    }

    /** Defines some classes itself, each by the file of a class with a name of that length. */
    private static final class Loader extends ClassLoader {
        private final Map<String, String> own;
        private final boolean hasFiles;
        private String loadWhenAsked = "";

        Loader(ClassLoader parent, Map<String, String> own, boolean hasFiles) {
            super(parent);
            this.own = own;
            this.hasFiles = hasFiles;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || !own.containsKey(name)) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                byte[] file = file(own.get(name));
                byte[] renamed = new String(file, StandardCharsets.ISO_8859_1)
                        .replace(simple(own.get(name)), simple(name))
                        .getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, renamed, 0, renamed.length);
            }
        }

        private static String simple(String name) {
            return name.substring(name.indexOf('$'));
        }

        private static byte[] file(String name) {
            try (InputStream in = Unread.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public URL getResource(String name) {
            String loads = loadWhenAsked;
            loadWhenAsked = "";
            try {
                if (!loads.isEmpty()) {
                    loadClass(loads);
                }
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
            return hasFiles ? super.getResource(name) : null;
        }
    }
}
