package io.vtmonitor.unpin;

import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was done, counted; the lists are bounded. */
final class RewriteStats {
    private static final Logger LOG = LoggerFactory.getLogger(RewriteStats.class);
    private static final int MOST_PLACES = 5_000;
    private static final int MOST_LINES = 200;

    private final boolean audit;
    private final LongAdder rewritten = new LongAdder();
    private final LongAdder both = new LongAdder();
    private final LongAdder kept = new LongAdder();
    private final LongAdder classes = new LongAdder();
    private final Queue<UnpinSummary.Place> places = new ConcurrentLinkedQueue<>();
    private final AtomicInteger placesLeft = new AtomicInteger(MOST_PLACES);
    private final Queue<UnpinSummary.Refused> refused = new ConcurrentLinkedQueue<>();
    private final Queue<String> unsound = new ConcurrentLinkedQueue<>();
    private final Queue<String> toNatives = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> foreign = new ConcurrentHashMap<>();

    RewriteStats(boolean audit) {
        this.audit = audit;
    }

    void planned(String name, boolean matched, ClassPlan plan) {
        if (matched && plan.scan().refusal() != null) {
            refused(new UnpinSummary.Refused(
                    Names.dotted(name), String.valueOf(plan.scan().refusal())));
        }
        if (plan.changesPlaces()) {
            classes.increment();
        }
        for (ClassPlan.Planned one : plan.planned()) {
            Choice choice = one.choice();
            boolean changed = choice.how() != Choice.How.KEEP;
            if (one.site().form() == LockSite.Form.CALL || !(matched || changed)) {
                continue;
            }
            switch (choice.how()) {
                case REWRITE -> rewritten.increment();
                case BOTH -> both.increment();
                case KEEP -> kept.increment();
            }
            boolean listed = audit || !matched || choice.how() != Choice.How.REWRITE || choice.audited();
            if (listed && placesLeft.getAndDecrement() > 0) {
                places.add(place(name, one));
            }
        }
    }

    static UnpinSummary.Place place(String name, ClassPlan.Planned one) {
        UnpinSummary.How how = switch (one.choice().how()) {
            case REWRITE -> UnpinSummary.How.REWRITTEN;
            case BOTH -> UnpinSummary.How.BOTH;
            case KEEP -> UnpinSummary.How.KEPT;
        };
        return new UnpinSummary.Place(
                Names.dotted(name) + "." + one.site().method(),
                one.site().line(),
                one.site().lock().text(),
                how,
                one.choice().why());
    }

    /** Told at once: what was asked for does not happen. */
    void refused(UnpinSummary.Refused one) {
        if (add(refused, one)) {
            LOG.warn("unpin: left alone: {}", one);
        }
    }

    /** Told at once, and each only once. */
    void unsound(String line) {
        if (!unsound.contains(line) && add(unsound, line)) {
            LOG.warn("unpin: {}: {}", audit ? "would be UNSOUND" : "UNSOUND", line);
        }
    }

    /** Told at once, and each only once: if native code locks what it gets, that is not seen. */
    void toNatives(String line) {
        if (!toNatives.contains(line) && add(toNatives, line)) {
            LOG.warn(
                    "unpin: {}. If they lock them, no bytecode shows it: of the rewritten places, only those that take"
                            + " both, monitor and lock, exclude them",
                    line);
        }
    }

    /** Objects of a class outside the pattern were locked by a rewritten place. */
    void foreign(String type, String place, long objects) {
        String line = type + " at " + place;
        if (foreign.size() < MOST_LINES || foreign.containsKey(line)) {
            foreign.merge(line, objects, Long::sum);
        }
    }

    private List<String> foreign() {
        return foreign.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(met -> met.getKey() + ": " + met.getValue() + (met.getValue() == 1 ? " object" : " objects"))
                .toList();
    }

    /** A class was left unchanged because of an error in vt-monitor, or because its class file is unusual. */
    void failed(String name, boolean matched, Throwable failure) {
        UnpinSummary.Refused line = new UnpinSummary.Refused(Names.dotted(name), String.valueOf(failure));
        if (matched) {
            refused(line);
            unsound(line + "; other classes may lock its objects by the lock already");
        } else {
            unsound(line + "; it may lock objects of matched classes by the monitor");
        }
    }

    private static <T> boolean add(Collection<T> lines, T line) {
        return lines.size() < MOST_LINES && lines.add(line);
    }

    /** @param leftAlone libraries that were left alone as a whole */
    UnpinSummary summary(
            List<UnpinSummary.Pattern> patterns,
            List<UnpinSummary.Refused> leftAlone,
            List<String> loadedBefore,
            long objects) {
        List<UnpinSummary.Refused> all = new ArrayList<>(leftAlone);
        all.addAll(refused);
        return new UnpinSummary(
                audit,
                patterns,
                rewritten.sum(),
                both.sum(),
                kept.sum(),
                classes.sum(),
                List.copyOf(places),
                List.copyOf(all),
                List.copyOf(unsound),
                foreign(),
                loadedBefore,
                objects);
    }
}
