package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.unpin.HolderPlanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judges the recorded stacks again, with nothing but the libraries' jars and a JDK 21. */
class GoldenStacksTest {
    private static final Map<List<String>, Diagnoser> DIAGNOSERS = new HashMap<>();
    private static final List<ClassPathBytes> OPEN = new ArrayList<>();

    @TempDir
    static Path programs;

    /** Their class files are the application's: it holds now and then, and else must be known to hold nothing. */
    @BeforeAll
    static void compileThePrograms() throws IOException {
        Program.compileAll(programs);
    }

    @AfterAll
    static void closeTheJars() {
        OPEN.forEach(ClassPathBytes::close);
        OPEN.clear();
        DIAGNOSERS.clear();
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void a_recorded_stack_has_the_holders_and_the_advice_that_were_written_down(Golden golden) throws IOException {
        Diagnosis diagnosis = diagnose(golden);
        assertThat(diagnosis.holders().stream().map(Golden::line)).isEqualTo(golden.holders());
        if (golden.pins()) {
            assertThat(diagnosis.advice().id()).isEqualTo(golden.advice());
            assertThat(ActionText.of(diagnosis.advice().action())).doesNotContain("should be free of it");
        }
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void what_we_say_owns_a_monitor_is_marked_by_the_jdks_own_trace(Golden golden) {
        List<String> marked = golden.jdkTrace().stream()
                .map(line -> line.substring(0, line.indexOf('(')))
                .toList();
        if (!marked.isEmpty()) {
            assertThat(marked)
                    .containsAll(golden.holders().stream()
                            .map(line -> line.substring(0, line.indexOf(' ')))
                            .toList());
        }
    }

    @Test
    void a_wait_that_kept_no_carrier_is_blamed_on_nobody() {
        List<Golden> free =
                Golden.all().stream().filter(golden -> !golden.pins()).toList();
        assertThat(free)
                .hasSizeGreaterThan(20)
                .allSatisfy(golden -> assertThat(golden.holders()).isEmpty());
    }

    @Test
    void a_log_that_waits_under_the_callers_monitor_is_the_callers_victim() throws IOException {
        Golden waits = Golden.all().stream()
                .filter(golden -> golden.program().equals("Logback") && golden.pins())
                .findFirst()
                .orElseThrow();
        assertThat(ActionText.of(diagnose(waits).advice().action()))
                .endsWith("It is a victim of golden.Logback.audit.");
    }

    /** {@code CorpusTest} and the lab's table rewrite the same releases. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql-connector-j-8.0.33",
                "mysql-connector-j-8.4.0",
                "postgresql-42.5.6",
                "h2-2.2.220",
                "HikariCP-7.1.0"
            })
    void unpin_is_offered_for_what_the_proven_libraries_hold_but_not_where_the_caller_locks_what_it_is_given(
            String library) throws IOException {
        List<Golden> pins = Golden.all().stream()
                .filter(golden -> golden.library().equals(library) && golden.pins())
                .toList();
        assertThat(pins).isNotEmpty();
        for (Golden golden : pins) {
            UnpinOffer offer = diagnose(golden).advice().unpin();
            assertThat(offer).as(golden.toString()).isNotNull();
            // The callers lock what they are given, of which nobody knows who else locks it.
            assertThat(offer.keeps()).as(golden.toString()).allSatisfy(kept -> {
                assertThat(kept.holder().className()).startsWith("golden.");
                assertThat(kept.why()).contains("parameter", "passed in from outside");
            });
            // While a driver sets up a connection that it has just made, the holders are likely: it is not shared yet.
            assertThat(offer.planned())
                    .as(golden.toString())
                    .isEqualTo(golden.holders().stream().allMatch(line -> line.endsWith(", exact")));
            boolean caller = golden.holders().stream().anyMatch(line -> line.startsWith("golden."));
            assertThat(offer.patterns()).as(golden.toString()).hasSize(caller ? 2 : 1);
            assertThat(offer.frees()).as(golden.toString()).isEqualTo(!caller);
        }
    }

    /** Where none can be made by what ships, nothing is said but that it may: that is of what no data is kept. */
    @Test
    void an_offer_by_the_shipped_classes_of_the_release_is_the_one_by_the_jdk_and_no_more_than_likely()
            throws IOException {
        int likely = 0;
        int open = 0;
        int certain = 0;
        for (Golden golden : Golden.all()) {
            UnpinOffer byJdk = golden.pins() ? diagnose(golden).advice().unpin() : null;
            if (byJdk == null || !byJdk.planned()) {
                continue;
            }
            List<Path> classPath = new ArrayList<>(List.of(programs));
            golden.jars().forEach(jar -> classPath.add(Golden.JARS.resolve(jar)));
            try (ClassPathBytes bytes = new ClassPathBytes(classPath)) {
                HolderPlanner planner = new HolderPlanner(bytes, new KnowledgeBase()::unpinPatterns, List.of(), 21);
                UnpinOffer byData =
                        planner.offer(golden.blocking(), diagnose(golden).holders());
                if (byData == null || !byData.planned()) {
                    open++;
                    continue;
                }
                likely += byData.certain() ? 0 : 1;
                certain += byData.certain() ? 1 : 0;
                assertThat(byData.patterns()).as(golden.toString()).isEqualTo(byJdk.patterns());
                assertThat(byData.frees()).as(golden.toString()).isEqualTo(byJdk.frees());
            }
        }
        System.out.println(
                "unpin by shipped classes: " + certain + " certain, " + likely + " likely, " + open + " may");
        assertThat(likely).isGreaterThan(20);
        assertThat(open).isLessThan(likely);
    }

    /**
     * Of the recorded programs, those that were recorded with such a release, too; ScanReleasesTest scans the others.
     */
    @Test
    void the_same_program_with_the_release_that_advice_names_is_free_of_the_holder() throws IOException {
        List<String> cured = new ArrayList<>();
        for (Golden before : Golden.all()) {
            Advice advice = before.pins() ? diagnose(before).advice() : null;
            if (advice == null || advice.cure() == null || advice.cure().kind() != Advice.Cure.Kind.RELEASE) {
                continue;
            }
            for (Golden after : Golden.all()) {
                if (isCuredBy(advice.cure().what(), before, after)) {
                    for (MethodName removed : advice.removes()) {
                        assertThat(after.holders())
                                .as(
                                        "%s, of which is said: %s",
                                        after, advice.cure().what())
                                .noneMatch(line -> line.startsWith(removed + " "));
                    }
                    cured.add(before.library() + " " + before.what());
                }
            }
        }
        assertThat(cured)
                .contains(
                        "amqp-client-5.18.0 connect",
                        "h2-2.2.220 query",
                        "jsoup-1.16.2 get",
                        "mariadb-java-client-2.7.12 query",
                        "mysql-connector-j-8.0.33 commit")
                .hasSizeGreaterThan(17);
    }

    /** The same program with such a release of the library among its jars. */
    private static boolean isCuredBy(Change cure, Golden before, Golden after) {
        return cure instanceof Change.Upgrade upgrade
                && after.program().equals(before.program())
                && after.what().equals(before.what())
                && after.jars().stream()
                        .anyMatch(jar -> isFrom(jar, upgrade.library().name(), upgrade.to()));
    }

    private static boolean isFrom(String jar, String artifact, String release) {
        return jar.matches(Pattern.quote(artifact) + "-\\d.*")
                && numbers(jar.substring(artifact.length())).compareTo(numbers(release)) >= 0;
    }

    private static String numbers(String version) {
        return Pattern.compile("\\d+")
                .matcher(version)
                .results()
                .map(number -> String.format("%9s", number.group()))
                .collect(Collectors.joining());
    }

    @Test
    void every_recipe_has_been_recorded() {
        List<String> recorded = Golden.all().stream()
                .map(golden -> golden.library() + "-" + golden.what())
                .toList();
        assertThat(recorded)
                .containsAll(Recipes.all().stream()
                        .map(recipe -> recipe.library() + "-" + recipe.what())
                        .toList());
    }

    static Stream<Arguments> stacks() {
        return Golden.all().stream()
                .filter(golden -> golden.event() != null)
                .map(golden -> argumentSet(golden.toString(), golden));
    }

    /** Jars are opened once for all stacks that need the same ones. */
    private static Diagnosis diagnose(Golden golden) throws IOException {
        Diagnoser known = DIAGNOSERS.get(golden.jars());
        if (known == null) {
            List<Path> classPath = new ArrayList<>(List.of(Jdks.home(21), programs));
            golden.jars().forEach(jar -> classPath.add(Golden.JARS.resolve(jar)));
            ClassPathBytes bytes = new ClassPathBytes(classPath);
            OPEN.add(bytes);
            KnowledgeBase knowledge = new KnowledgeBase();
            known = new Diagnoser(
                    new CulpritFinder(bytes),
                    knowledge::advise,
                    new HolderPlanner(bytes, knowledge::unpinPatterns, List.of()));
            DIAGNOSERS.put(golden.jars(), known);
        }
        return known.apply(golden.blocking());
    }
}
