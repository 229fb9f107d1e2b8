package io.vtmonitor.agent;

import io.vtmonitor.common.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Reports to the commands {@code attach} and {@code detach}, which run in another process, how they went. The answer is
 * text in the JVM's agent properties, which only the attach API shows ({@code VirtualMachine.getAgentProperties}).
 * These are not system properties, so the application does not see them.
 */
public final class AgentState {
    /**
     * The property: a number that grows with each answer, a word of {@link Word}, and a sentence. A line follows for
     * each thing that was asked for and is not in effect.
     */
    public static final String PROPERTY = "io.vtmonitor.state";

    /** The same of the command {@code rescue}, with several lines. */
    public static final String RESCUE_PROPERTY = "io.vtmonitor.rescue";

    /** The same of the command {@code scan}. */
    public static final String CLASSES_PROPERTY = "io.vtmonitor.classes";

    /** What the agent is doing. */
    public enum Word {
        /** It watches. */
        WATCHING,
        /** It stays out; the sentence says why. */
        OFF,
        /** It has ended. */
        DETACHED,
        /** It has ended, and a file that was asked for is not written. */
        FILES_MISSING,
        /** It stands still, and more carriers may free it. */
        STANDS_STILL,
        /** It was freed. */
        FREED,
        /** Nothing was done, or it did not help. */
        LEFT,
        /** Its classes without a file were listed. */
        LISTED
    }

    private static long number;

    private AgentState() {}

    /** The word for a watch that has begun. */
    static Word watching() {
        return Word.WATCHING;
    }

    static void tell(Word word, String sentence, Instrumentation instrumentation) {
        tell(word, sentence, List.of(), instrumentation);
    }

    /** @param refused what of the request is not in effect, a line each */
    static void tell(Word word, String sentence, List<String> refused, Instrumentation instrumentation) {
        List<String> lines = new ArrayList<>(List.of(sentence));
        lines.addAll(refused);
        lines.replaceAll(line -> line.replaceAll("\\s+", " "));
        tell(PROPERTY, word, String.join("\n", lines), instrumentation);
    }

    /** What the command {@code rescue} prints, a line each. */
    static void tellRescue(Word word, List<String> lines, Instrumentation instrumentation) {
        tell(RESCUE_PROPERTY, word, String.join("\n", lines), instrumentation);
    }

    static void tellClasses(Word word, String sentence, Instrumentation instrumentation) {
        tell(CLASSES_PROPERTY, word, sentence.replaceAll("\\s+", " "), instrumentation);
    }

    private static synchronized void tell(String property, Word word, String text, Instrumentation instrumentation) {
        try {
            Class<?> support = Class.forName("jdk.internal.vm.VMSupport");
            Object properties = JdkInternals.open(instrumentation, support.getModule(), List.of("jdk.internal.vm"))
                    .in(support)
                    .findStatic(support, "getAgentProperties", MethodType.methodType(Properties.class))
                    .invoke();
            if (properties instanceof Properties shown) {
                shown.setProperty(property, ++number + " " + word + " " + text);
            }
        } catch (Throwable ignored) {
            // Without the property the commands say that they got no answer; standard error has the state.
        }
    }
}
