package io.vtmonitor;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the checkout: tests of every module read pages and schemas that are kept once. */
public final class RepositoryRoot {
    private static final Path FOLDER = folder();

    private RepositoryRoot() {}

    /**
     * A file or folder of the checkout.
     *
     * @param path from the root, as {@code docs/options.md}
     */
    public static Path resolve(String path) {
        return FOLDER.resolve(path);
    }

    private static Path folder() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve(".mvn"))) {
            here = here.getParent();
            if (here == null) {
                throw new IllegalStateException("no folder above this one is the root of the checkout");
            }
        }
        return here;
    }
}
