package io.vtmonitor.boot;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Tells the commands {@code attach} and {@code detach}, in another process, how it went: by a line in the JVM's agent
 * properties, which only the attach API shows ({@code VirtualMachine.getAgentProperties}). They are no system properties:
 * the application does not see them.
 */
public final class AgentState {
    /** The property: a number that grows with each line, a word of {@link Word}, and a sentence. */
    public static final String PROPERTY = "io.vtmonitor.state";

    /** What the agent is doing. */
    public enum Word {
        /** It watches. */
        WATCHING,
        /** It stays out; the sentence says why. */
        OFF,
        /** It has ended. */
        DETACHED
    }

    private static long number;

    private AgentState() {}

    static synchronized void tell(Word word, String sentence, Instrumentation instrumentation) {
        try {
            Module base = Object.class.getModule();
            Module ours = AgentState.class.getModule();
            instrumentation.redefineModule(
                    base, Set.of(), Map.of("jdk.internal.vm", Set.of(ours)), Map.of(), Set.of(), Map.of());
            Object properties = Class.forName("jdk.internal.vm.VMSupport")
                    .getMethod("getAgentProperties")
                    .invoke(null);
            if (properties instanceof Properties shown) {
                shown.setProperty(PROPERTY, ++number + " " + word + " " + sentence.replaceAll("\\s+", " "));
            }
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | RuntimeException
                | LinkageError internalsMoved) {
            // The commands say that they got no answer; standard error has it.
        }
    }
}
