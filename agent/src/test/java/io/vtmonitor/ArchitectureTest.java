package io.vtmonitor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The walls between the packages. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter(
                    List.of(new ImportOption.DoNotIncludeTests(), ArchitectureTest::isNoTestJar))
            .importPackages("io.vtmonitor");

    /**
     * Who may import whom, in the order in which data moves; a package that is not named here imports nothing of ours.
     */
    private static final Map<String, String> MAY_IMPORT = Map.ofEntries(
            entry("common", ""),
            entry("model", ""),
            entry("graph", "model"),
            entry("report", "model graph report.figures"),
            entry("report.figures", "model common"),
            entry("jfr", "model common"),
            entry("pins", "model common report report.figures jfr"),
            entry("jfr.batch", "model jfr pins"),
            entry("recording", "model common report pins jfr jfr.batch"),
            entry("live", "model common report pins jfr recording"),
            entry("classfile", "model common"),
            entry("bytecode.flow", ""),
            entry("bytecode.calls", "model common"),
            entry("bytecode", "model common classfile bytecode.flow bytecode.calls"),
            entry("holders", "model common bytecode"),
            entry("scan", "model common classfile bytecode"),
            entry("scan.report", "model common report report.figures report.text report.export scan"),
            entry("advice", "model common report"),
            entry("diagnosis", "model common report"),
            entry("plan", "model common report report.figures"),
            entry("timeline", "common report.figures"),
            entry("tally", "model common report report.figures plan timeline"),
            entry("diff", "model common report report.figures"),
            entry("scheduler", "model graph common report report.figures threads looks"),
            entry("threads", "model graph common report report.figures"),
            entry("looks", "common"),
            entry("waits", "model graph common report report.figures threads"),
            entry("waits.census", "model graph common report report.figures threads waits looks"),
            entry("requests", "model report.figures"),
            entry("resources", "model graph common report report.figures threads waits looks"),
            entry("waits.dump", "model graph common report report.figures threads waits"),
            entry("heap", ""),
            entry("waits.heap", "model graph common report report.figures heap threads waits waits.dump"),
            entry("unpin.flow", "bytecode.flow"),
            entry("unpin.plan", "model report unpin.flow"),
            entry("unpin", "model report bytecode.flow unpin.flow unpin.plan"),
            entry("unpin.lock", ""),
            entry("report.text", "model graph common report report.figures"),
            entry("report.html", "model common report report.figures report.text report.json http"),
            entry("report.json", "model common report report.figures report.text"),
            entry("report.export", "model common report report.figures report.text"),
            entry("metrics", "model common report report.figures http"),
            entry("otlp", "common metrics"),
            entry("http", "common"),
            entry("log", "model common report report.text"),
            entry("gate", "common report report.figures"),
            entry("demo", ""),
            entry("build", ""));

    /**
     * These wire: they may import every room. Nobody imports them, but for the command line, which asks for the agent's
     * state.
     */
    private static final Set<String> WIRING = Set.of("agent", "cli", "cli.input", "cli.jvm", "cli.output");

    /** The modules' test jars are on the class path, too. */
    private static boolean isNoTestJar(Location location) {
        return !location.contains("-tests.jar");
    }

    @Test
    void packages_form_no_cycles() {
        slices().matching("io.vtmonitor.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void each_room_imports_the_rooms_that_the_table_names_and_no_others() {
        for (String room : rooms()) {
            if (!WIRING.contains(room)) {
                List<String> allowed = new ArrayList<>(List.of(packageOf(room)));
                for (String other : MAY_IMPORT.getOrDefault(room, "").split(" ")) {
                    allowed.add(packageOf(other));
                }
                noClasses()
                        .that()
                        .resideInAPackage(packageOf(room))
                        .should()
                        .dependOnClassesThat(resideInAPackage("io.vtmonitor..")
                                .and(not(resideInAnyPackage(allowed.toArray(String[]::new)))))
                        .check(CLASSES);
            }
        }
    }

    @Test
    void the_table_names_no_room_and_no_import_that_is_gone() {
        assertThat(MAY_IMPORT.keySet()).isSubsetOf(rooms());
        for (Map.Entry<String, String> room : MAY_IMPORT.entrySet()) {
            Set<String> used = imported(room.getKey());
            for (String other :
                    room.getValue().isEmpty() ? new String[0] : room.getValue().split(" ")) {
                assertThat(used).as("%s imports", room.getKey()).contains(packageOf(other));
            }
        }
    }

    private static Set<String> imported(String room) {
        return CLASSES.stream()
                .filter(type -> type.getPackageName().equals(packageOf(room)))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getPackageName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> rooms() {
        return CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("io.vtmonitor."))
                .map(name -> name.substring("io.vtmonitor.".length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String packageOf(String room) {
        return "io.vtmonitor." + room;
    }

    @Test
    void flight_recorder_is_used_where_it_is_read_only() {
        only("jdk.jfr..", "io.vtmonitor.live", "io.vtmonitor.recording", "io.vtmonitor.pins");
    }

    @Test
    void asm_is_used_where_class_files_are_read_and_rewritten_only() {
        only(
                "org.objectweb.asm..",
                "io.vtmonitor.bytecode",
                "io.vtmonitor.bytecode.calls",
                "io.vtmonitor.bytecode.flow",
                "io.vtmonitor.classfile",
                "io.vtmonitor.unpin",
                "io.vtmonitor.unpin.flow",
                "io.vtmonitor.unpin.plan",
                "io.vtmonitor.resources",
                "io.vtmonitor.build");
    }

    @Test
    void what_is_defined_in_java_base_uses_java_base_alone() {
        classes()
                .that()
                .resideInAPackage("io.vtmonitor.unpin.lock")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.vtmonitor.unpin.lock",
                        "java.lang..",
                        "java.util",
                        "java.util.concurrent..",
                        "java.util.function",
                        "org.jspecify..")
                .check(CLASSES);
    }

    /** It runs on the application's threads, virtual ones too: the next owner of a lock may have no carrier. */
    @Test
    void what_sees_each_arrival_at_a_rewritten_lock_takes_no_lock_itself() {
        noClasses()
                .that()
                .haveFullyQualifiedName("io.vtmonitor.unpin.Audit")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Lock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(BlockingQueue.class)
                .check(CLASSES);
    }

    /** It fails in a chroot or a sandbox that hides the mount points ("Mount point not found"). */
    @Test
    void the_room_on_a_disk_is_asked_of_what_needs_no_mount_points() {
        noClasses()
                .should()
                .callMethod(Files.class, "getFileStore", Path.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(FileStore.class)
                .check(CLASSES);
    }

    @Test
    void micrometer_is_used_by_the_metrics_only() {
        only("io.micrometer..", "io.vtmonitor.metrics");
    }

    @Test
    void byte_buddy_is_used_where_pools_are_woven_only() {
        only("net.bytebuddy..", "io.vtmonitor.resources");
    }

    @Test
    void picocli_is_used_by_the_command_line_only() {
        only("picocli..", "io.vtmonitor.cli..");
    }

    @Test
    void other_jvms_are_attached_to_by_the_command_line_only() {
        only("com.sun.tools.attach..", "io.vtmonitor.cli..");
    }

    @Test
    void instrumentation_is_used_by_the_live_path_only() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.vtmonitor.cli..", "io.vtmonitor.tally", "io.vtmonitor.report..", "io.vtmonitor.advice")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.instrument")
                .check(CLASSES);
    }

    /** The demo's program runs in a JVM of its own, and is the host there. */
    @Test
    void nothing_uses_logging_or_management_of_the_host() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.vtmonitor.demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.util.logging..", "java.lang.management..", "javax.management..", "com.sun.net..")
                .check(CLASSES);
    }

    private static void only(String library, String... owners) {
        noClasses()
                .that()
                .resideOutsideOfPackages(owners)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }
}
