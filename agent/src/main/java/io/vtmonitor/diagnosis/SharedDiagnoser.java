package io.vtmonitor.diagnosis;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A diagnoser for several threads that remembers: the recordings of a fleet have most of their stacks in common.
 *
 * <p>Thread-safe.
 */
public final class SharedDiagnoser implements Function<Blocking, Diagnosis> {
    private static final int MAX_DIAGNOSES = 16_384;

    private final Function<Blocking, Diagnosis> diagnoser;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Blocking, Diagnosis> diagnoses = new HashMap<>();

    public SharedDiagnoser(Function<Blocking, Diagnosis> diagnoser) {
        this.diagnoser = diagnoser;
    }

    @Override
    public Diagnosis apply(Blocking blocking) {
        lock.lock();
        try {
            Diagnosis known = diagnoses.get(blocking);
            if (known != null) {
                return known;
            }
            Diagnosis fresh = diagnoser.apply(blocking);
            if (diagnoses.size() >= MAX_DIAGNOSES) {
                diagnoses.clear();
            }
            diagnoses.put(blocking, fresh);
            return fresh;
        } finally {
            lock.unlock();
        }
    }
}
