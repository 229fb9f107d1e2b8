package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import java.io.IOException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every class of many libraries is rewritten, all of each library being matched, then loaded and verified, and looks
 * from outside as it did. Classes that don't load unchanged either, since a library of theirs is not there, are
 * counted.
 */
@Tag("unpin")
class CorpusTest {
    private static final Path TABLE = Path.of("target", "unpin-corpus.txt");
    private static final Path KEPT = Path.of("target", "unpin-kept.txt");

    /**
     * Those that pin and of which nine places in ten have to be rewritten. All of them but OkHttp run in the table of
     * docs/evidence/measurements/unpin-costs.md; {@code auto} rewrites those alone.
     */
    private static final List<String> PROVEN = List.of(
            "mysql-connector-j-8.0.33.jar",
            "mysql-connector-j-8.4.0.jar",
            "postgresql-42.5.6.jar",
            "h2-2.2.220.jar",
            "HikariCP-7.1.0.jar",
            "okhttp-4.12.0.jar",
            "commons-pool2-2.13.1.jar");

    /** The ten that were asked for by name. */
    private static final List<String> BIG = List.of(
            "mysql-connector-j-8.0.33.jar",
            "postgresql-",
            "HikariCP-",
            "logback-core-",
            "spring-core-",
            "hibernate-core-",
            "netty-common-",
            "guava-",
            "kotlin-stdlib-",
            "scala-library-");

    /**
     * Changed classes that can't be loaded here, rewritten or not, as a library of theirs is not there. Classes that
     * call by reflection are changed too, most of them in Hibernate and in Jackson.
     */
    private static final int MOST_THAT_DO_NOT_LINK = 80;

    private int versionsAsked;
    private int versionsNotAsked;
    private final List<String> failures = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    /** What became of one library. */
    private static final class Tally {
        int classes;
        int rewrittenClasses;
        int rewritten;
        int both;
        int kept;
        int refused;
        int notLinked;
        final List<String> reasons = new ArrayList<>();

        /** Of a hundred places that lock, how many lock by the lock alone. */
        double share() {
            return 100.0 * rewritten / Math.max(1, rewritten + both + kept);
        }

        @Override
        public String toString() {
            int all = rewritten + both + kept;
            return String.format(
                    "%6d classes, %4d rewritten and verified, %3d not linked, %3d refused; %4d places that lock: %4d"
                            + " rewritten (%3d %%), %3d both, %3d kept",
                    classes,
                    rewrittenClasses,
                    notLinked,
                    refused,
                    all,
                    rewritten,
                    all == 0 ? 100 : (int) share(),
                    both,
                    kept);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void every_class_of_many_libraries_is_rewritten_and_verified() throws Exception {
        Map<String, Tally> tallies = new TreeMap<>();
        List<Path> jars = jars();
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        for (Path jar : jars) {
            tallies.put(jar.getFileName().toString(), library(jar, urls));
        }
        List<String> lines = new ArrayList<>();
        tallies.forEach((jar, tally) -> lines.add(String.format("%-50s %s", jar, tally)));
        lines.add(String.format(
                "%d classes, %d rewritten and verified, %d not linked since a library of theirs is not there; %d"
                        + " serialVersionUIDs asked of the JDK before and after, %d not, since that runs initializers",
                sum(tallies, tally -> tally.classes),
                sum(tallies, tally -> tally.rewrittenClasses),
                sum(tallies, tally -> tally.notLinked),
                versionsAsked,
                versionsNotAsked));
        Files.write(TABLE, lines);
        Files.write(KEPT, kept);
        assertThat(failures).isEmpty();
        assertThat(PROVEN)
                .allSatisfy(jar -> assertThat(tallies.get(jar).share()).as(jar).isGreaterThanOrEqualTo(90));
        assertThat(BIG)
                .allSatisfy(name -> assertThat(tallies.entrySet().stream()
                                .filter(one -> one.getKey().startsWith(name))
                                .map(one -> one.getValue()))
                        .as(name)
                        .isNotEmpty()
                        .allMatch(tally -> tally.classes > 20 && tally.rewrittenClasses > 0));
        assertThat(sum(tallies, tally -> tally.notLinked))
                .as("classes that do not link, by %s", TABLE)
                .isLessThanOrEqualTo(MOST_THAT_DO_NOT_LINK);
        assertThat(versionsAsked).isGreaterThan(50);
        assertThat(kept).as("each with its reason").allMatch(line -> line.matches(".+: (both|kept), .{10,}"));
        assertThat(tallies.values().stream()
                        .filter(tally -> tally.rewritten >= 20)
                        .count())
                .as("big libraries, by %s", TABLE)
                .isGreaterThanOrEqualTo(10);
    }

    private static int sum(Map<String, Tally> tallies, ToIntFunction<Tally> figure) {
        return tallies.values().stream().mapToInt(figure).sum();
    }

    @Test
    void what_auto_rewrites_is_rewritten_here_too() {
        List<String> auto = new ArrayList<>();
        new KnowledgeBase()
                .proven()
                .forEach(library -> library.artifacts()
                        .forEach(artifact ->
                                library.versions().forEach(version -> auto.add(artifact + "-" + version + ".jar"))));
        assertThat(auto).isNotEmpty().isSubsetOf(PROVEN);
    }

    /** Several versions of one library lie side by side: each jar is tried with its own classes first. */
    private static List<Path> jars() throws IOException {
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(RepositoryRoot.resolve("agent/classes/target/golden-libs"))) {
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
        }
        for (String element : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            if (element.matches(
                    ".*(scala-library|spring-boot-loader|kotlinx-coroutines|byte-buddy|jackson-databind).*jar")) {
                jars.add(Path.of(element));
            }
        }
        return jars;
    }

    private Tally library(Path jar, URL[] all) throws Exception {
        Tally tally = new Tally();
        URL[] own =
                Stream.concat(Stream.of(jar.toUri().toURL()), Stream.of(all)).toArray(URL[]::new);
        try (ZipFile zip = new ZipFile(jar.toFile());
                URLClassLoader plain = new URLClassLoader(own, ClassLoader.getPlatformClassLoader());
                RewritingLoader rewriting = new RewritingLoader(own)) {
            List<? extends ZipEntry> entries = zip.stream()
                    .filter(entry -> entry.getName().endsWith(".class")
                            && !entry.getName().startsWith("META-INF/")
                            && !entry.getName().endsWith("-info.class"))
                    .toList();
            for (ZipEntry entry : entries) {
                String name = entry.getName().replace(".class", "").replace('/', '.');
                check(name, zip.getInputStream(entry).readAllBytes(), plain, rewriting, tally);
            }
            tally.reasons.forEach(reason -> kept.add(jar.getFileName() + " " + reason));
        }
        return tally;
    }

    private void check(String name, byte[] bytes, ClassLoader plain, RewritingLoader rewriting, Tally tally) {
        tally.classes++;
        try {
            byte[] changed = rewriting.rewriting.rewrite(bytes);
            count(name, rewriting, bytes, tally);
            if (changed == bytes) {
                return;
            }
            String difference = Shape.difference(bytes, changed);
            if (difference != null) {
                failures.add(name + ": " + difference);
            }
            if (!links(name, plain)) {
                tally.notLinked++;
                return;
            }
            tally.rewrittenClasses++;
            if (!links(name, rewriting)) {
                failures.add(name + " links unchanged only");
            } else {
                compareVersions(Class.forName(name, false, plain), Class.forName(name, false, rewriting));
            }
        } catch (RuntimeException | ClassNotFoundException | VerifyError e) {
            failures.add(name + ": " + e);
        }
    }

    private void compareVersions(Class<?> before, Class<?> after) {
        if (!Serializable.class.isAssignableFrom(before)) {
            return;
        }
        if (!Shape.canBeAsked(before)) {
            versionsNotAsked++;
            return;
        }
        versionsAsked++;
        if (Shape.version(before) != Shape.version(after)) {
            failures.add(before.getName() + ": another serialVersionUID");
        }
    }

    private static void count(String name, RewritingLoader rewriting, byte[] bytes, Tally tally) {
        ClassPlan plan = rewriting.rewriting.plan(bytes);
        tally.refused += plan.scan().refusal() == null ? 0 : 1;
        for (ClassPlan.Planned one : plan.planned()) {
            if (one.site().form() != LockSite.Form.CALL) {
                switch (one.choice().how()) {
                    case REWRITE -> tally.rewritten++;
                    case BOTH -> tally.both++;
                    case KEEP -> tally.kept++;
                }
                if (one.choice().how() != Choice.How.REWRITE) {
                    tally.reasons.add(RewriteStats.place(name, one).toString());
                }
            }
        }
    }

    /** Asking for a class's methods links it, which verifies it, and does not initialize it. */
    private static boolean links(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader).getDeclaredMethods();
            return true;
        } catch (VerifyError e) {
            if (loader instanceof RewritingLoader) {
                throw e;
            }
            return false;
        } catch (ClassNotFoundException | LinkageError ignored) {
            return false;
        }
    }

    /** Defines what the rewriter makes. */
    private static final class RewritingLoader extends URLClassLoader {
        private final Rewriting rewriting;

        RewritingLoader(URL[] jars) {
            super(jars, ClassLoader.getPlatformClassLoader());
            rewriting = Rewriting.of(ClassFiles.of(this), "**");
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = ClassFiles.of(this).read(name.replace('.', '/'));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] changed = rewriting.rewrite(bytes);
            return defineClass(name, changed, 0, changed.length);
        }
    }
}
