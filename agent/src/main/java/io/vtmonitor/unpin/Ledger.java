package io.vtmonitor.unpin;

import io.vtmonitor.model.UnpinSummary;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was done, counted; the lists are bounded. */
final class Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final int MOST_PLACES = 5_000;
    private static final int MOST_LINES = 200;

    private final boolean audit;
    private final LongAdder rewritten = new LongAdder();
    private final LongAdder both = new LongAdder();
    private final LongAdder kept = new LongAdder();
    private final LongAdder classes = new LongAdder();
    private final Queue<UnpinSummary.Place> places = new ConcurrentLinkedQueue<>();
    private final AtomicInteger placesLeft = new AtomicInteger(MOST_PLACES);
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();
    private final Queue<String> unsound = new ConcurrentLinkedQueue<>();
    private final Queue<String> foreign = new ConcurrentLinkedQueue<>();

    Ledger(boolean audit) {
        this.audit = audit;
    }

    void planned(String name, boolean matched, ClassPlan plan) {
        if (matched && plan.scan().refusal() != null) {
            refused(Names.dotted(name) + ": " + plan.scan().refusal());
        }
        if (plan.changesAnything()) {
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
            boolean told = audit || !matched || choice.how() != Choice.How.REWRITE || choice.audited();
            if (told && placesLeft.getAndDecrement() > 0) {
                places.add(place(name, one));
            }
        }
    }

    static UnpinSummary.Place place(String name, ClassPlan.Planned one) {
        String how = switch (one.choice().how()) {
            case REWRITE -> "rewritten";
            case BOTH -> "both";
            case KEEP -> "kept";
        };
        return new UnpinSummary.Place(
                Names.dotted(name) + "." + one.site().method(),
                one.site().line(),
                one.site().lock().text(),
                how,
                one.choice().why());
    }

    void refused(String line) {
        add(refused, line);
    }

    /** Told at once, and each only once. */
    void unsound(String line) {
        if (!unsound.contains(line) && add(unsound, line)) {
            LOG.warn("unpin: UNSOUND: {}", line);
        }
    }

    void foreign(String line) {
        add(foreign, line);
    }

    /** A class was left as it is because of a mistake of ours, or of an odd class file. */
    void failed(String name, boolean matched, Throwable failure) {
        String line = Names.dotted(name) + ": " + failure;
        if (matched) {
            refused(line);
            unsound(line + "; other classes may lock its objects by the lock already");
        } else {
            add(unsound, line);
        }
    }

    private static boolean add(Collection<String> lines, String line) {
        return lines.size() < MOST_LINES && lines.add(line);
    }

    UnpinSummary summary(List<String> patterns, List<String> loadedBefore, long objects) {
        return new UnpinSummary(
                audit,
                patterns,
                rewritten.sum(),
                both.sum(),
                kept.sum(),
                classes.sum(),
                List.copyOf(places),
                List.copyOf(refused),
                List.copyOf(unsound),
                List.copyOf(foreign),
                loadedBefore,
                objects);
    }
}
