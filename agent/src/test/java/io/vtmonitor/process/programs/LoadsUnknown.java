package io.vtmonitor.process.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** A class without a class file, made here, uses one that its loader takes a while not to find. */
public final class LoadsUnknown {
    private LoadsUnknown() {}

    public static void main(String[] arguments) throws Exception {
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            Callable<?> made = (Callable<?>)
                    new Loader().defined(code()).getDeclaredConstructor().newInstance();
            Thread.ofVirtual().start(() -> call(made)).join();
            recording.dump(Path.of("app.jfr"));
        }
        System.out.println("done");
    }

    private static void call(Callable<?> made) {
        try {
            made.call();
        } catch (Exception | NoClassDefFoundError expected) {
            // the class was looked for
        }
    }

    /** That of {@link Made}, so renamed that neither it nor what it uses has a class file anywhere. */
    private static byte[] code() throws IOException {
        String made = LoadsUnknown.class.getSimpleName() + "$Made.class";
        try (InputStream in = LoadsUnknown.class.getResourceAsStream(made)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                    .replace("$Made", "$Lost")
                    .replace("$Gone", "$Nope")
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** Public, for its constructor is called from another package at run time. */
    public static final class Made implements Callable<Object> {
        @Override
        public Object call() {
            return new Gone();
        }
    }

    static final class Gone {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(LoadsUnknown.class.getClassLoader());
        }

        Class<?> defined(byte[] code) {
            return defineClass(Made.class.getName().replace("$Made", "$Lost"), code, 0, code.length);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                Thread.sleep(100);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
            throw new ClassNotFoundException(name);
        }
    }
}
