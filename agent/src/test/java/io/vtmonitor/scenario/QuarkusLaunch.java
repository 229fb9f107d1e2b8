package io.vtmonitor.scenario;

import io.quarkus.bootstrap.runner.SerializedApplication;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Quarkus's entry point does, less its logging. Argument: the folder of the application. */
public final class QuarkusLaunch {
    private QuarkusLaunch() {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        try (InputStream in = Files.newInputStream(root.resolve("quarkus/quarkus-application.dat"))) {
            SerializedApplication application = SerializedApplication.read(in, root);
            application
                    .getRunnerClassLoader()
                    .loadClass(application.getMainClass())
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        }
    }
}
