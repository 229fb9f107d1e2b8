package io.vtmonitor.tally;

/**
 * How much is kept; see {@link io.vtmonitor.report.Report#limits} for what is said when it was not enough.
 *
 * @param sites later ones count as other
 * @param stacks later ones count in their site alone
 * @param times bins of all stacks and of all timelines; more make them coarser
 * @param pins of one JVM, for the sweep over its carriers' time, 8 bytes each; more are swept before the rest is known
 * @param remembered diagnoses whose place among the figures is; each keeps its stack alive
 * @param provisional diagnoses that may be revised; later ones count as if they were final
 */
record Bounds(int sites, int stacks, int times, int pins, int remembered, int provisional) {
    /** Alongside an application. */
    static final Bounds LIVE = new Bounds(1_000, 4_096, 1 << 17, 1 << 17, 8_192, 1_000);

    /** One JVM's recording. */
    static final Bounds RECORDING = new Bounds(1_000, 200_000, 1 << 19, 1 << 23, 32_768, 0);

    /** The reports of many. */
    static final Bounds MERGED = new Bounds(10_000, 200_000, 1 << 19, 0, 32_768, 0);
}
