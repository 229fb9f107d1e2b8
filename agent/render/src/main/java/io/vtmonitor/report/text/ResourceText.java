package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Description;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.report.ResourcePool.Occupancy;
import io.vtmonitor.report.ResourcePool.Usage;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which threads have what a pool lends, in words. */
public final class ResourceText {
    private static final int LISTED_HOLDERS = 3;
    private static final int LISTED_POOLS = 10;

    private ResourceText() {}

    /** The name of the pool and its kind. */
    public static String name(ResourcePool pool) {
        Description description = pool.description();
        return description.name() == null ? description.pool() : description.name() + " (" + description.pool() + ")";
    }

    /** Which threads had the pool's resources at the worst look, in a sentence or two; empty without such a look. */
    public static String holders(ResourcePool pool) {
        Look look = pool.worst();
        if (look == null || look.holders().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(lent(pool, look.inUse())).append(" lent");
        if (look.waiting() > 0) {
            text.append(" while ")
                    .append(count(look.waiting()))
                    .append(look.waiting() == 1 ? " thread waited" : " threads waited");
            if (look.longestWaitNanos() > 0) { // a heap dump shows an instant and no times
                text.append(look.waiting() == 1 ? ", for " : ", the first of them for ")
                        .append(Durations.text(look.longestWaitNanos()));
            }
        }
        if (look.lookedAt() < look.inUse()) {
            text.append("; of the ").append(count(look.lookedAt())).append(" that were checked");
        }
        List<String> parts = new ArrayList<>();
        for (Holder holder : look.holders()
                .subList(0, Math.min(LISTED_HOLDERS, look.holders().size()))) {
            parts.add(holder(holder));
        }
        return text + "; " + String.join("; ", parts) + ".";
    }

    /**
     * That the pool has nothing to lend, as a sentence; empty if it lent something, if it may have done so before the
     * watch, or if no thread waits.
     *
     * @param sawAll whether the pool was watched before it lent anything
     */
    public static String nothingLent(ResourcePool pool, boolean sawAll) {
        Occupancy now = pool.occupancy();
        return !sawAll || now.mostInUse() > 0 || now.waiting() == 0
                ? ""
                : lent(pool, 0) + " lent while " + count(now.waiting())
                        + (now.waiting() == 1 ? " thread waits" : " threads wait")
                        + ": the pool has not created any yet.";
    }

    /** The holders, the demand, and the size to set; empty if no thread waited for long. */
    static String details(ResourcePool pool) {
        List<String> parts = List.of(holders(pool), PoolText.demand(pool), PoolText.number(pool));
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    static void write(TextWriter page, Waits waits) {
        if (waits.resources().isEmpty()) {
            return;
        }
        page.blank();
        page.line("%s", TextWriter.bold("What pools have lent"));
        List<ResourcePool> pools = waits.resources();
        for (ResourcePool pool : pools.subList(0, Math.min(LISTED_POOLS, pools.size()))) {
            page.line("%s", line(pool));
            String details = details(pool);
            if (!details.isEmpty()) {
                page.row("  ", "%s", details);
            }
        }
        if (pools.size() > LISTED_POOLS) {
            int more = pools.size() - LISTED_POOLS;
            page.line("%s in the JSON report", more == 1 ? "1 more pool is" : more + " more pools are");
        }
    }

    private static String holder(Holder holder) {
        String time = count(holder.resources()) + " of them"
                + (holder.longestNanos() == 0
                        ? ""
                        : " for " + (holder.resources() == 1 ? "" : "up to ") + Durations.text(holder.longestNanos()));
        if (holder.place() == null && holder.borrowers().isEmpty()) {
            return holder.longestNanos() == 0 // of a heap dump, which shows no times
                    ? time + " in no single thread's stack that the dump has"
                    : time + " by threads that have ended, have several, or handed on what they borrowed";
        }
        if (!holder.borrowers().isEmpty()) {
            return time + ", borrowed" + noted(holder);
        }
        return time
                + (holder.confidence() == Confidence.EXACT ? ", borrowed in " : " by ")
                + holder.place()
                + (holder.confidence() == Confidence.LIKELY ? " (likely)" : "")
                + (holder.doing() == WaitOperation.UNKNOWN ? "" : ", which " + OperationText.activity(holder.doing()))
                + owner(holder.owner(), holder.doing() == WaitOperation.MONITOR_ENTER ? "monitor" : "lock");
    }

    /** The borrowers that the pool itself has recorded, where they borrowed, and what they do now. */
    private static String noted(Holder holder) {
        boolean now = holder.confidence() == Confidence.LIKELY; // then the place is where the borrower is now
        List<String> named = holder.borrowers();
        boolean others = named.size() > LISTED_HOLDERS;
        boolean several = named.size() > 1;
        String doing = switch (holder.doing()) {
            case UNKNOWN -> "";
            case ENDED -> several ? ", which have ended" : ", which has ended";
            default ->
                (several ? ", each of which " : ", which ")
                        + OperationText.activity(holder.doing())
                        + (now ? " in " + holder.place() + " (likely)" : "");
        };
        return (holder.place() == null || now ? "" : " in " + holder.place())
                + " by " + String.join(", ", named.subList(0, Math.min(LISTED_HOLDERS, named.size())))
                + (others ? ", and others" : "")
                + doing;
    }

    private static String owner(@Nullable WaitHolder owner, String what) {
        return owner == null || owner.thread() == null
                ? ""
                : "; at the end of that wait is " + owner.thread()
                        + (owner.tookAt() == null ? "" : ", which took the " + what + " at " + owner.tookAt() + " and")
                        + (owner.tookAt() == null ? ", which " : " ")
                        + OperationText.activity(owner)
                        + (owner.site() == null || owner.site().equals(owner.tookAt()) ? "" : " in " + owner.site());
    }

    /** Such as {@code 150 of 150 connections}. */
    private static String lent(ResourcePool pool, int inUse) {
        Integer size = pool.description().size();
        int all = size == null ? inUse : size;
        return (size == null ? count(inUse) : count(inUse) + " of " + count(size)) + " "
                + pool.description().lends() + (all == 1 ? "" : "s");
    }

    /** All figures of a pool on one line. */
    public static String line(ResourcePool pool) {
        Occupancy now = pool.occupancy();
        Usage usage = pool.usage();
        Integer sizeOfEach = pool.description().sizeOfEach();
        StringBuilder text = new StringBuilder(name(pool))
                .append(": ")
                .append(lent(pool, now.inUse()))
                .append(" lent");
        if (usage.borrowings() == 0 && now.inUse() > 0) { // a heap dump shows no borrowings
            return text.append(", ")
                    .append(count(now.waiting()))
                    .append(now.waiting() == 1 ? " thread waits" : " threads wait")
                    .toString();
        }
        text.append(" (at most ").append(count(now.mostInUse())).append(")");
        if (sizeOfEach != null) {
            text.append(", at most ").append(count(sizeOfEach)).append(" for each route or key");
        }
        if (now.idle() != null) {
            text.append(", ").append(count(now.idle())).append(" idle");
        }
        text.append(", ")
                .append(count(now.waiting()))
                .append(now.waiting() == 1 ? " thread waits (at most " : " threads wait (at most ")
                .append(count(now.mostWaiting()))
                .append("); ")
                .append(count(usage.borrowings()))
                .append(" borrowed");
        if (usage.borrowings() + usage.failures() > 0) {
            text.append(" after ")
                    .append(Durations.text(usage.waitNanos() / 1e9 / (usage.borrowings() + usage.failures())))
                    .append(" on average, at most ")
                    .append(Durations.text(usage.longestWaitNanos()));
        }
        if (usage.returns() > 0) {
            text.append(", returned after ")
                    .append(Durations.text(usage.holdNanos() / 1e9 / usage.returns()))
                    .append(" on average, at most ")
                    .append(Durations.text(usage.longestHoldNanos()));
        }
        if (usage.failures() > 0) {
            text.append("; ").append(count(usage.failures())).append(" times none was available");
        }
        if (usage.neverReturned() > 0) {
            text.append("; ").append(count(usage.neverReturned())).append(" never returned");
        }
        return text.toString();
    }

    private static String count(long number) {
        return Long.toString(number);
    }
}
