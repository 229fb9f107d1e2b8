package repeats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Classes that a loader defines from bytes, so that nobody can read their files: one extends the other. */
final class FromMemory {
    private static final int TIMES = 100_000;

    private FromMemory() {}

    /** Argument: the folder of the class files. */
    public static void main(String[] arguments) throws Exception {
        ClassLoader memory = new Memory(Path.of(arguments[0]));
        ((Runnable) memory.loadClass("repeats.FromMemory$Below")
                        .getDeclaredConstructor()
                        .newInstance())
                .run();
    }

    private static final class Memory extends ClassLoader {
        private final Path folder;

        Memory(Path folder) {
            super(FromMemory.class.getClassLoader());
            this.folder = folder;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = findLoadedClass(name);
            if (found != null || !name.startsWith("repeats.")) {
                return found == null ? super.loadClass(name, resolve) : found;
            }
            try {
                byte[] bytes = Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public java.net.URL getResource(String name) {
            return null;
        }
    }

    static class Above {
        static int ofClass;
        int ofObject;

        synchronized void addAbove() {
            ofObject++;
        }

        static synchronized void addToClass() {
            ofClass++;
        }
    }

    public static final class Below extends Above implements Runnable {
        public Below() {}

        synchronized void addBelow() {
            ofObject++;
        }

        @Override
        public void run() {
            try {
                Threads.together(() -> repeat(this::addBelow), () -> repeat(this::addAbove));
                System.out.println("object " + ofObject + " of " + 2 * TIMES);
                Threads.together(
                        () -> repeat(() -> {
                            synchronized (Above.class) {
                                ofClass++;
                            }
                        }),
                        () -> repeat(Above::addToClass));
                System.out.println("class " + ofClass + " of " + 2 * TIMES);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void repeat(Runnable work) {
            for (int i = 0; i < TIMES; i++) {
                work.run();
            }
        }
    }
}
