package io.vtmonitor.model;

import java.util.List;

/**
 * The unit of aggregation, of labels, of advice and of diff: who holds the carrier, and what was waited for.
 *
 * @param holders nearest to the block first; where no holder is known, the blocking application frame alone
 * @param operation what was waited for
 */
public record Site(List<MethodName> holders, Operation operation) {
    /** Takes every pin that came after the bound on sites was reached. */
    public static final String OTHER = "other";

    public Site {
        holders = List.copyOf(holders);
    }

    /** Stable text: {@code a.B.read < c.D.execute [socket_read]}. */
    public String id() {
        StringBuilder id = new StringBuilder();
        for (MethodName holder : holders) {
            id.append(id.length() == 0 ? "" : " < ").append(holder);
        }
        return id.append(" [").append(operation).append(']').toString();
    }
}
