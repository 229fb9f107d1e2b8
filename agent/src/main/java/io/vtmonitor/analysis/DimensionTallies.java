package io.vtmonitor.analysis;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Dimensions;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import java.util.List;

/** The dimensions that follow from a diagnosis: its tallies are looked up once, and each pin is added to them. */
final class DimensionTallies {
    private static final String NO_HOLDER = "(no holder known)";
    private static final String NO_LIBRARY = "(unknown)";
    private static final String NO_ENTRY = "(no application frame)";

    private final DimensionTally culprit = new DimensionTally();
    private final DimensionTally library = new DimensionTally();
    private final DimensionTally operation = new DimensionTally();
    private final DimensionTally entry = new DimensionTally();

    List<Tally> of(Diagnosis diagnosis) {
        List<Holder> holders = diagnosis.holders();
        Library from = holders.isEmpty() ? null : holders.get(0).library();
        return List.of(
                culprit.of(
                        holders.isEmpty()
                                ? NO_HOLDER
                                : holders.get(0).frame().method().toString()),
                library.of(from == null ? NO_LIBRARY : from.toString()),
                operation.of(diagnosis.site().operation().toString()),
                entry.of(
                        diagnosis.entry() == null ? NO_ENTRY : diagnosis.entry().toString()));
    }

    Dimensions figures() {
        return new Dimensions(culprit.figures(), library.figures(), operation.figures(), entry.figures());
    }
}
