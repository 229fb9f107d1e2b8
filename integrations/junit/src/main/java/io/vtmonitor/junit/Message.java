package io.vtmonitor.junit;

import java.time.Duration;
import java.util.List;

/** What a test that pinned fails with. */
final class Message {
    private static final int MOST_SITES = 5;

    private Message() {}

    /**
     * The message.
     *
     * @param atMost what a pin may last
     * @param sites that lasted longer, not empty
     * @param blocks the events of the test's time
     * @param parallel whether other tests may have run meanwhile
     */
    static String of(
            TestTime time, Duration atMost, List<Site> sites, List<RecordedBlocks.Block> blocks, boolean parallel) {
        StringBuilder text = new StringBuilder("Virtual threads pinned their carriers");
        text.append(atMost.isZero() ? "" : " for more than " + Site.millis(atMost))
                .append(':');
        for (Site site : sites.subList(0, Math.min(MOST_SITES, sites.size()))) {
            text.append("\n  ").append(site.summary()).append("\n    ").append(site.text());
        }
        if (sites.size() > MOST_SITES) {
            text.append("\n  and ").append(sites.size() - MOST_SITES).append(" more sites");
        }
        String unsure = unsure(time, atMost, blocks, parallel);
        return text.append(unsure.isEmpty() ? "" : "\n  unsure: " + unsure).toString();
    }

    /** Why it may not have been this test; empty where it was. */
    private static String unsure(TestTime time, Duration atMost, List<RecordedBlocks.Block> blocks, boolean parallel) {
        if (parallel) {
            return "tests run in parallel here, so another test may have pinned";
        }
        long counted = 0;
        long shared = 0;
        for (RecordedBlocks.Block block : blocks) {
            if (block.length().compareTo(atMost) > 0) {
                counted++;
                shared += block.thread() < time.firstThread() ? 1 : 0;
            }
        }
        if (shared == 0) {
            return "";
        }
        return (shared == counted ? "the threads that pinned were" : "some of the threads that pinned were")
                + " started before this test, so the work may be an earlier test's";
    }
}
