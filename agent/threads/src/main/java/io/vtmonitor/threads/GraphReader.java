package io.vtmonitor.threads;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;

/** Takes what is known of threads from elsewhere, and reads the rest. For one look and one thread. */
public interface GraphReader {
    /** Reads what a thread waits for and, from there on, who has it. */
    void read(Thread thread);

    /** A thread waits, by another source than the JDK: a woven pool, or class files. What is added first counts. */
    void waits(Thread thread, Thing thing, boolean timed);

    /**
     * A thread has a thing, as something else than the JDK tells.
     *
     * @param tookAt depth of the frame that took it, 0 is the topmost; -1 if that is not known
     */
    void has(Thing thing, Thread thread, int tookAt, How how, Confidence confidence);

    /** Of a thing of several units, one is free or not everybody who has one is known. */
    void open(Thing thing);

    /** What was read and added by now. */
    WaitGraph graph();
}
