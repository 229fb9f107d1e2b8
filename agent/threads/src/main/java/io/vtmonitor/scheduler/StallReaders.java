package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierInspector;
import io.vtmonitor.threads.ClassStates;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.HeldThreads;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.ThreadList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads carriers, and makes readers of stalls. It opens the JDK's fields when they are first needed: most applications
 * never stall, and the fields of {@link JdkThreads} may be read only once the application has used virtual threads.
 */
final class StallReaders {
    private final JdkInternals internals;
    private final boolean monitorsPin;
    private final Function<Blocking, Diagnosis> diagnoser;
    private final StackResolver resolver;
    private final Supplier<Class<?>[]> loaded;
    private final Supplier<FrameProofs> proofs;
    private @Nullable JdkThreads jdk;

    StallReaders(
            JdkInternals internals,
            boolean monitorsPin,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            Supplier<Class<?>[]> loaded,
            Supplier<FrameProofs> proofs) {
        this.internals = internals;
        this.monitorsPin = monitorsPin;
        this.diagnoser = diagnoser;
        this.resolver = resolver;
        this.loaded = loaded;
        this.proofs = proofs;
    }

    /** @throws IllegalStateException if this JDK looks different inside */
    private JdkThreads jdk() {
        JdkThreads made = jdk;
        if (made == null) {
            try {
                made = new JdkThreads(internals);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            jdk = made;
        }
        return made;
    }

    /** All carriers now. */
    List<Carrier> carriers() {
        return jdk().carriers();
    }

    /** Makes a reader. */
    StallReader made() {
        CarrierInspector inspector =
                new CarrierInspector(monitorsPin, diagnoser, resolver, new ClassStates(internals, loaded));
        return new StallReader(jdk(), new HeldThreads(jdk(), inspector), list(), proofs);
    }

    private @Nullable ThreadList list() {
        try {
            return new ThreadList(internals);
        } catch (ReflectiveOperationException ignored) {
            return null; // then owners of monitors without a carrier are not found
        }
    }
}
