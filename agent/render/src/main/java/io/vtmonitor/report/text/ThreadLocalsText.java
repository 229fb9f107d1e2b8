package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.WaitFacts.ThreadLocals;

/** Thread locals whose values take much of the heap, in words. */
final class ThreadLocalsText {
    private ThreadLocalsText() {}

    static String evidence(ThreadLocals facts) {
        return (facts.each() ? "Each of about " : "About ") + Math.round(facts.threads()) + " virtual threads "
                + (facts.each() ? "carries " : "carry ")
                + MemoryText.bytes(facts.bytes() / facts.threads()) + " of " + facts.type()
                + (facts.inheritable() ? " in an inheritable thread local" : " in a thread local")
                + (facts.owner() == null
                        ? " that no class shows to be its own"
                        : " of " + facts.owner() + (facts.library() == null ? "" : " (" + facts.library() + ")"))
                + ": about " + MemoryText.bytes(facts.bytes()) + ", "
                + Durations.percent(Math.min(1, facts.bytes() / facts.heapBytes())) + " of the "
                + MemoryText.bytes(facts.heapBytes()) + " of heap in use. " + facts.read() + " of " + facts.of()
                + " virtual threads were read, chosen at random, at most " + facts.objects()
                + " objects of each; what two of them share is not counted. What something else refers to, too, is"
                + " counted.";
    }

    static String cure(ThreadLocals facts) {
        return "A cache in a thread local does not pay where each virtual thread runs one task. Share the object,"
                + " borrow it from a bounded pool, or pass it as an argument"
                + (facts.owner() != null && facts.owner().startsWith("com.fasterxml.jackson.core.")
                        ? "; Jackson 2.16 and later: JsonFactory.builder().recyclerPool("
                                + "JsonRecyclerPools.newConcurrentDequePool())."
                        : ".");
    }
}
