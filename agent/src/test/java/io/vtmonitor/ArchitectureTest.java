package io.vtmonitor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** The walls between the packages. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter(
                    java.util.List.of(new ImportOption.DoNotIncludeTests()))
            .importPackages("io.vtmonitor");

    private static final String[] STEPS = {"source", "culprit", "advice", "analysis", "scheduler", "sink", "unpin"};

    @Test
    void packages_form_no_cycles() {
        slices().matching("io.vtmonitor.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void the_model_depends_on_nothing_of_ours() {
        classes()
                .that()
                .resideInAPackage("io.vtmonitor.model")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.vtmonitor.model", "java..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void each_step_knows_the_model_and_itself_only() {
        for (String step : STEPS) {
            noClasses()
                    .that()
                    .resideInAPackage("io.vtmonitor." + step)
                    .should()
                    .dependOnClassesThat(resideInAPackage("io.vtmonitor..")
                            .and(not(resideInAnyPackage("io.vtmonitor.model", "io.vtmonitor." + step))))
                    .check(CLASSES);
        }
    }

    @Test
    void flight_recorder_is_used_by_the_source_only() {
        only("jdk.jfr..", "io.vtmonitor.source");
    }

    @Test
    void asm_is_used_where_class_files_are_read_and_rewritten_only() {
        only("org.objectweb.asm..", "io.vtmonitor.culprit", "io.vtmonitor.unpin", "io.vtmonitor.build");
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

    @Test
    void micrometer_is_used_by_the_sinks_only() {
        only("io.micrometer..", "io.vtmonitor.sink");
    }

    @Test
    void picocli_is_used_by_the_command_line_only() {
        only("picocli..", "io.vtmonitor.cli", "io.vtmonitor.build");
    }

    @Test
    void other_jvms_are_attached_to_by_the_command_line_only() {
        only("com.sun.tools.attach..", "io.vtmonitor.cli");
    }

    @Test
    void instrumentation_is_used_by_the_live_path_only() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.vtmonitor.cli", "io.vtmonitor.analysis", "io.vtmonitor.sink", "io.vtmonitor.advice")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.instrument")
                .check(CLASSES);
    }

    @Test
    void nothing_uses_logging_or_management_of_the_host() {
        noClasses()
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
