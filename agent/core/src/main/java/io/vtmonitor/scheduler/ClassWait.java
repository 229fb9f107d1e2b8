package io.vtmonitor.scheduler;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.scheduler.StallClassifier.Judgement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class that a thread waits for, or may wait for: to the JVM such a thread runs.
 *
 * @param used the class that its code asks for, null where that is not seen
 * @param initializer who is in the way: another thread, in the initializer of that class or of one that it needs first
 * @param confidence exact where the class is seen not to be initialized and to need that initializer; likely where one
 *     of both is not seen; unknown where a static initializer is under way and nothing connects the two
 */
record ClassWait(@Nullable String used, Initializer initializer, Confidence confidence) {
    boolean isKnown() {
        return confidence != Confidence.UNKNOWN;
    }

    /** What is waited for, for people. */
    String text() {
        String needed = "class " + initializer.className();
        return used == null || used.equals(initializer.className()) ? needed : "class " + used + ", after " + needed;
    }

    /** Static initializers that wait for each other: a deadlock on every JDK. */
    @SuppressWarnings("ReferenceEquality") // a snapshot is told by identity
    static final class Cycle {
        static final String ACTION =
                "Break the cycle: remove one initializer's dependency on the other class, or initialize both on "
                        + "one thread at startup. No other JDK fixes this.";

        private Cycle() {}

        /**
         * The threads of a cycle, each of which waits for a class that the next one initializes; empty where none is.
         */
        static List<CarrierSnapshot> in(List<CarrierSnapshot> held) {
            for (CarrierSnapshot first : held) {
                List<CarrierSnapshot> path = new ArrayList<>(List.of(first));
                CarrierSnapshot next = next(first, held);
                while (next != null && !path.contains(next)) {
                    path.add(next);
                    next = next(next, held);
                }
                if (next == first && path.size() > 1) {
                    return path;
                }
            }
            return List.of();
        }

        /** Who initializes the class that it is known to wait for. */
        private static @Nullable CarrierSnapshot next(CarrierSnapshot waiter, List<CarrierSnapshot> held) {
            ClassWait wait = waiter.classWait();
            if (wait == null || !wait.isKnown()) {
                return null;
            }
            for (CarrierSnapshot each : held) {
                if (wait.initializer().thread().equals(each.carrier().virtualThread())) {
                    return each;
                }
            }
            return null;
        }

        /** @param cycle not empty */
        static Judgement judge(List<CarrierSnapshot> cycle) {
            List<String> each = new ArrayList<>();
            Confidence least = Confidence.EXACT;
            for (int i = 0; i < cycle.size(); i++) {
                ClassWait its = wait(cycle.get(i));
                ClassWait before = wait(cycle.get((i + cycle.size() - 1) % cycle.size()));
                least = its.confidence().compareTo(least) > 0 ? its.confidence() : least;
                each.add(ThreadText.of(before.initializer().thread(), true) + " initializes class "
                        + before.initializer().className() + " and waits for " + its.text());
            }
            return new Judgement(
                    StallPattern.CLASS_INITIALIZER,
                    least,
                    "Static initializers wait for each other: " + String.join("; ", each) + ".");
        }

        private static ClassWait wait(CarrierSnapshot held) {
            ClassWait wait = held.classWait();
            if (wait == null) {
                throw new IllegalArgumentException("it waits for no class");
            }
            return wait;
        }
    }
}
