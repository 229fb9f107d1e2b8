package io.vtmonitor.diagnosis;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A diagnoser for several threads that remembers: the recordings of a fleet have most of their stacks in common.
 *
 * <p>Thread-safe.
 */
public final class SharedDiagnoser implements Function<Blocking, Diagnosis> {
    private static final int MAX_DIAGNOSES = 16_384;

    private final Function<Blocking, Diagnosis> diagnoser;
    private final Map<Blocking, Diagnosis> diagnoses = new HashMap<>();

    /** @param diagnoser for several threads, too: it runs outside the lock, so that files do not wait for each other */
    public SharedDiagnoser(Function<Blocking, Diagnosis> diagnoser) {
        this.diagnoser = diagnoser;
    }

    /** All threads get the same object for a blocking, even where two of them have made one. */
    @Override
    public Diagnosis apply(Blocking blocking) {
        Diagnosis known = known(blocking);
        return known != null ? known : remembered(blocking, diagnoser.apply(blocking));
    }

    private synchronized @Nullable Diagnosis known(Blocking blocking) {
        return diagnoses.get(blocking);
    }

    private synchronized Diagnosis remembered(Blocking blocking, Diagnosis fresh) {
        if (diagnoses.size() >= MAX_DIAGNOSES) {
            diagnoses.clear();
        }
        Diagnosis first = diagnoses.putIfAbsent(blocking, fresh);
        return first == null ? fresh : first;
    }
}
