package io.vtmonitor.tally;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Dimensions;
import java.util.List;

/** The dimensions that follow from a diagnosis. */
final class DimensionTallies {
    private static final String NO_HOLDER = "(no holder known)";
    private static final String NO_LIBRARY = "(unknown)";
    private static final String NO_ENTRY = "(no application frame)";

    private final DimensionTally culprit = new DimensionTally();
    private final DimensionTally library = new DimensionTally();
    private final DimensionTally operation = new DimensionTally();
    private final DimensionTally entry = new DimensionTally();

    /** Where its pins are counted; they stay the same. */
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

    void add(DimensionTallies part) {
        culprit.add(part.culprit);
        library.add(part.library);
        operation.add(part.operation);
        entry.add(part.entry);
    }

    void add(Dimensions part) {
        culprit.add(part.culprit());
        library.add(part.library());
        operation.add(part.operation());
        entry.add(part.entry());
    }

    Dimensions figures() {
        return new Dimensions(culprit.figures(), library.figures(), operation.figures(), entry.figures());
    }
}
