package io.vtmonitor.threads;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;

/**
 * Collects waits and holders that other sources know, and reads the rest from the JDK. Serves one look, and is not
 * thread-safe.
 */
public interface GraphReader {
    /** Reads what a thread waits for, the threads that have that, what these wait for, and so on. */
    void read(Thread thread);

    /**
     * Adds a wait that a source other than the JDK knows: a woven pool, or class files. Of several waits of one thread,
     * the first counts.
     */
    void waits(Thread thread, Thing thing, boolean timed);

    /**
     * Adds a holder that a source other than the JDK knows.
     *
     * @param tookAt depth of the frame that took it, 0 for the topmost one; -1 if that is not known
     */
    void has(Thing thing, Thread thread, int tookAt, How how, Confidence confidence);

    /** Marks a thing with several units as open: one unit is free, or not all threads that have one are known. */
    void open(Thing thing);

    /** The graph of what was read and added so far. */
    WaitGraph graph();
}
