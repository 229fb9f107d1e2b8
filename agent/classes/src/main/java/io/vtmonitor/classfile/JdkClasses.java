package io.vtmonitor.classfile;

import io.vtmonitor.common.FailureText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The classes of a JDK as its image has them: of {@code java.base}, and of each module of which a class is named.
 * Nothing is loaded.
 *
 * @param home of the JDK
 */
public record JdkClasses(Path home) implements FurtherClasses {
    private static final String BASE = "java.base";

    /** Whether a folder is the home of a JDK with an image of its classes. */
    public static boolean isHome(Path folder) {
        return JdkImage.isHome(folder);
    }

    @Override
    public void give(Collection<String> named, Predicate<String> read, ClassPathWalk.Taker taker) {
        TreeSet<String> packages = new TreeSet<>();
        for (String type : named) {
            int slash = type.lastIndexOf('/');
            if (slash > 0 && !read.test(type)) {
                packages.add(type.substring(0, slash).replace('/', '.'));
            }
        }
        try (JdkImage image = JdkImage.open(home)) {
            TreeSet<String> modules = new TreeSet<>();
            modules.add(BASE);
            for (String each : packages) {
                modules.addAll(image.modulesOf(each));
            }
            int done = 0;
            for (String module : modules) {
                if (!image.give(module, taker)) {
                    return;
                }
                taker.elements(++done, modules.size());
            }
        } catch (IOException | RuntimeException e) { // the image's own reader may throw anything
            taker.unread("the classes of the JDK in " + home + " can't be read: " + FailureText.of(e));
        }
    }
}
