package io.vtmonitor.agent;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.Lazy;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.AffectedJdk;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.text.JdkText;
import io.vtmonitor.unpin.HolderPlanner;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the diagnosers of a live watch. They are created for the first pin: many JVMs have none, and the start must
 * be short.
 */
final class Diagnosers {
    private static final Logger LOG = LoggerFactory.getLogger(Diagnosers.class);

    private Diagnosers() {}

    static Function<Blocking, Diagnosis> of(KnowledgeBase knowledge, LoadedClassBytes classes) {
        return made(() -> new Diagnoser(
                new CulpritFinder(classes),
                knowledge::advise,
                new HolderPlanner(classes, knowledge::unpinPatterns, Unpinning.atWork(knowledge))));
    }

    /** Diagnoses from the stack only, without class files, which takes almost no time. */
    static Function<Blocking, Diagnosis> hasty(KnowledgeBase knowledge) {
        return made(() -> new Diagnoser(new CulpritFinder(ClassBytes.NONE), knowledge::advise));
    }

    private static Function<Blocking, Diagnosis> made(Supplier<Diagnoser> maker) {
        Lazy<Diagnoser> diagnoser = new Lazy<>(maker);
        return blocking -> diagnoser.get().apply(blocking);
    }

    /** A mistake in the user's file costs only the advice in it. */
    static KnowledgeBase knowledge(@Nullable Path file) {
        try {
            return file == null ? new KnowledgeBase().loaded() : KnowledgeBase.with(file);
        } catch (BadAdviceException e) {
            LOG.warn("{}. It is left out; the built-in advice is used.", e.getMessage());
            return new KnowledgeBase().loaded();
        }
    }

    /**
     * A sentence if this JVM runs a build of the JDK in which virtual threads can get stuck; null otherwise. It is for
     * the end of a watch, but created at its start, because our jar may be replaced in between.
     */
    static @Nullable String faultOfJdk(KnowledgeBase knowledge) {
        try {
            List<AffectedJdk> bugs = bugsOfThisJdk(knowledge);
            return bugs.isEmpty() ? null : JdkText.warning(bugs, knowledge.recommendedJdks());
        } catch (LinkageError e) {
            return null; // the jar has been replaced: a later failure reports that
        }
    }

    /** The known bugs of this JDK that lose wake-ups. */
    static JdkBugs lostWakeUp(KnowledgeBase knowledge) {
        return new JdkBugs(
                System.getProperty("java.version", "unknown"), bugsOfThisJdk(knowledge), knowledge.recommendedJdks());
    }

    private static List<AffectedJdk> bugsOfThisJdk(KnowledgeBase knowledge) {
        return knowledge.jdkBugs(
                System.getProperty("java.runtime.version", "unknown"), System.getProperty("java.vendor"));
    }
}
