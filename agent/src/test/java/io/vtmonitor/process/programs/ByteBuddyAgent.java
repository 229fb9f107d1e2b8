package io.vtmonitor.process.programs;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** An agent as people write them with Byte Buddy: counts calls of two methods, and prints the count at exit. */
public final class ByteBuddyAgent {
    /** What rewritten code counts with. */
    public static final AtomicInteger CALLS = new AtomicInteger();

    private ByteBuddyAgent() {}

    public static void premain(String argument, Instrumentation instrumentation) {
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .type(ElementMatchers.named("io.vtmonitor.process.programs.Neighbours"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Count.class).on(ElementMatchers.namedOneOf("called", "locked"))))
                .installOn(instrumentation);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("counted " + CALLS)));
    }

    /** Copied into the methods. */
    public static final class Count {
        private Count() {}

        @Advice.OnMethodEnter
        static void enter() {
            CALLS.incrementAndGet();
        }
    }
}
