package io.vtmonitor.lab.experiment;

import java.util.List;

/**
 * A published experiment.
 *
 * @param id what it is called on the command line
 * @param title what is done
 * @param published the published figures, in the words of their source
 * @param difference why ours are not the same
 * @param body does it
 */
record Experiment(String id, String title, List<String> published, String difference, Body body) {
    /** Runs every variant and measures it. */
    interface Body {
        Measured run(Bench bench) throws InterruptedException;
    }
}
