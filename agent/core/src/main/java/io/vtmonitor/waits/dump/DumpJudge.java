package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Cycles;
import io.vtmonitor.waits.Cycles.Link;
import io.vtmonitor.waits.Followed;
import io.vtmonitor.waits.Grown;
import io.vtmonitor.waits.Growth;
import io.vtmonitor.waits.GrowthJudge;
import io.vtmonitor.waits.HolderText;
import io.vtmonitor.waits.Judge;
import io.vtmonitor.waits.LastOwner;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.WaitSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges waits by thread dumps. A dump shows an instant, and not how fast a queue moves. So the verdicts are at most
 * likely, except for a deadlock that two dumps show.
 */
final class DumpJudge {
    private static final int GROWING_DUMPS = 4;
    private static final int MOST_LINKS = 6;

    private final int all;
    private final Asked.Proofs asked;
    private final DumpPools pools;
    private final DumpedHolders holders = new DumpedHolders();
    private Map<String, Instant> cyclesBefore = Map.of();
    private long dumps;
    private boolean cut;

    /** @param all dumps that there are */
    DumpJudge(int all, Asked.Proofs asked) {
        this.all = all;
        this.asked = asked;
        pools = new DumpPools(all);
    }

    /** The begin of a sentence that follows from one dump alone. */
    static String inOne(int all) {
        return all == 1 ? "In the one dump " : "In the first of " + all + " dumps ";
    }

    List<Found> judge(DumpGroups groups, List<Followed> now, ThreadDumpFile dump) {
        dumps++;
        cut |= dump.damage() != null; // it has threads that it does not show
        holders.look(now, groups);
        List<Found> found = new ArrayList<>(deadlocks(groups, dump));
        found.addAll(pools.judge(now, dump.time()));
        for (Followed group : now) {
            boolean everywhere = group.looks() >= Math.min(dumps, Followed.ROW) && fewest(group) >= Judge.FEW;
            if (everywhere
                    && Judge.isExclusive(group)
                    && !Judge.mayBeIdle(group)
                    && !mayBeIdle(group, groups)
                    && !groups.isMoving((String) group.blocker())
                    && !(group.holderId() == 0 && mayBeBusyOrIdle(group, dump))) {
                String why = holders.why(group, (int) Math.min(dumps, Followed.ROW));
                if (why != null) {
                    found.add(convoy(group, why + mayHaveAsked(group, groups)));
                }
            }
            Found growing = cut ? null : growing(group);
            if (growing != null) {
                found.add(growing);
            }
        }
        return found;
    }

    /**
     * Whether a thread is in the method in which others wait for a lock whose holder is not shown, and runs or waits
     * for work there: it may be that.
     */
    private boolean mayBeBusyOrIdle(Followed group, ThreadDumpFile dump) {
        WaitSite site = group.site();
        for (DumpedThread thread : dump.threads()) {
            Phase phase = DumpedPhases.of(thread, dump);
            boolean runs = phase == Phase.MOUNTED || phase == Phase.READY;
            if ((runs || waitsForWork(thread, phase, site)) && isIn(thread, site)) {
                return true;
            }
        }
        return false;
    }

    private boolean waitsForWork(DumpedThread thread, Phase phase, WaitSite site) {
        WaitOperation doing = Operations.of(phase, thread.frames());
        return HolderText.waitsForWork(doing, SiteReader.frames(thread.frames()), site)
                || mayBeIdle(doing, thread.frames(), site);
    }

    private boolean mayBeIdle(Followed group, DumpGroups groups) {
        DumpGroups.Owner owner = groups.owner((String) group.blocker());
        WaitHolder holder = group.holder();
        return owner != null
                && holder != null
                && mayBeIdle(holder.doing(), owner.thread().frames(), group.site());
    }

    /**
     * Whether who has the lock may wait for whatever comes. Input is mostly the answer to a request; for a signal, idle
     * threads wait as often as others do.
     */
    private boolean mayBeIdle(WaitOperation doing, List<StackTraceElement> trace, WaitSite site) {
        int last = HolderText.mayWaitForAnything(doing, trace, site);
        Asked told = last > 0 ? asked.of(trace, last) : Asked.MAYBE;
        return told == Asked.NOBODY || (told == Asked.UNKNOWN && !isInput(doing));
    }

    private static boolean isInput(WaitOperation doing) {
        return doing == WaitOperation.SOCKET_READ || doing == WaitOperation.RUNNING;
    }

    /** What a reader of the verdict has to know where class files are missing. */
    private String mayHaveAsked(Followed group, DumpGroups groups) {
        DumpGroups.Owner owner = groups.owner((String) group.blocker());
        WaitHolder holder = group.holder();
        if (owner == null || holder == null || holder.doing() != WaitOperation.SOCKET_READ) {
            return "";
        }
        List<StackTraceElement> trace = owner.thread().frames();
        int last = HolderText.mayWaitForAnything(holder.doing(), trace, group.site());
        return last > 0 && asked.of(trace, last) == Asked.UNKNOWN
                ? " If its holder has sent no request for what it reads, these threads are idle; with --classpath, the"
                        + " class files tell."
                : "";
    }

    private static boolean isIn(DumpedThread thread, WaitSite site) {
        for (StackTraceElement frame : thread.frames()) {
            if (!JdkNames.isJdk(frame.getClassName())
                    && site.isIn(frame.getClassName() + "." + frame.getMethodName())) {
                return true;
            }
        }
        return false;
    }

    /** At the last dumps, of which there may be one or two. */
    private int fewest(Followed group) {
        int fewest = group.threads();
        for (int ago = 1; ago < Math.min(dumps, Followed.ROW); ago++) {
            fewest = Math.min(fewest, group.threadsBefore(ago));
        }
        return fewest;
    }

    private String count(Followed group) {
        return dumps == 1
                ? inOne(all) + group.threads() + " virtual threads"
                : "In each of the last " + Math.min(dumps, Followed.ROW) + " dumps " + fewest(group)
                        + " virtual threads or more";
    }

    private Found convoy(Followed group, String why) {
        String thing = group.site().operation() == WaitOperation.MONITOR_ENTER ? "monitor" : "lock";
        LastOwner last = group.lock().lastOwner();
        String type = group.type() == null ? "unknown" : ThreadText.type(group.type());
        return new Found(
                WaitVerdictKind.LOCK_CONVOY,
                group.type() + " " + group.site().site() + " " + group.site().caller(),
                Confidence.LIKELY,
                group.begin(),
                group.threads(),
                group.site().site(),
                null,
                count(group) + " wait for the same " + thing + " (" + type + ") in "
                        + group.site().site() + Judge.called(group.site()) + "."
                        + why
                        + HolderText.held(group.holder(), thing)
                        + HolderText.held(last),
                last == null ? HolderText.cure(group.holder(), group.site(), thing) : HolderText.cure(last));
    }

    private static @Nullable Found growing(Followed group) {
        Growth growth = group.growth();
        Grown grown = group.phase().waits() && growth.looks() >= GROWING_DUMPS ? GrowthJudge.grown(group) : null;
        return grown == null
                ? null
                : GrowthJudge.found(
                        group,
                        grown,
                        GrowthJudge.threads(group, grown) + " in " + growth.looks() + " dumps wait for "
                                + GrowthJudge.waitsFor(grown)
                                + ". The group never shrank, and nearly all of the first ones are still there.");
    }

    private List<Found> deadlocks(DumpGroups groups, ThreadDumpFile dump) {
        Map<String, String> one = new HashMap<>(); // cycles are found by identity
        groups.waitsFor().values().forEach(thing -> one.putIfAbsent(thing, thing));
        List<List<Link<DumpedThread>>> cycles = Cycles.find(
                one.values(),
                thing -> owner(groups, (String) thing),
                thread -> one.get(groups.waitsFor().getOrDefault(thread, "")));
        cycles.removeIf(cycle -> cycle.size() == 1); // it was about to continue when it was dumped
        List<Found> found = new ArrayList<>();
        Map<String, Instant> now = new HashMap<>();
        for (List<Link<DumpedThread>> cycle : cycles) {
            String key = Cycles.key(cycle, DumpedThread::tid);
            boolean again = cyclesBefore.containsKey(key);
            now.put(key, cyclesBefore.getOrDefault(key, dump.time()));
            found.add(deadlock(cycle, key, now.getOrDefault(key, dump.time()), again));
        }
        cyclesBefore = now;
        return found;
    }

    private static @Nullable DumpedThread owner(DumpGroups groups, String thing) {
        DumpGroups.Owner owner = groups.owner(thing);
        return owner == null ? null : owner.thread();
    }

    private static Found deadlock(List<Link<DumpedThread>> cycle, String key, Instant begin, boolean again) {
        StringBuilder text = new StringBuilder();
        boolean onlyLocks = true;
        for (int i = 0; i < cycle.size(); i++) {
            DumpedThread thread = cycle.get(i).thread();
            boolean monitor = thread.blockedOn() != null;
            onlyLocks &= !monitor;
            if (i < MOST_LINKS) {
                text.append(i == 0 ? "" : "; ")
                        .append(thread.text())
                        .append(" waits for the ")
                        .append(monitor ? "monitor " : "lock ")
                        .append(cycle.get(i).waitsFor())
                        .append(" that ")
                        .append(cycle.get((i + 1) % cycle.size()).thread().text())
                        .append(" holds");
            }
        }
        text.append(cycle.size() > MOST_LINKS ? "; and so on: " + cycle.size() + " threads in all" : "")
                .append(again ? ". Two dumps in a row show the same." : ". One dump shows it.");
        String site = cycle.get(0).thread().frames().stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .findFirst()
                .orElse(null);
        return new Found(
                WaitVerdictKind.DEADLOCK,
                key,
                again && onlyLocks ? Confidence.EXACT : Confidence.LIKELY,
                begin,
                cycle.size(),
                site,
                null,
                text.toString(),
                "Take the locks in the same order everywhere, or take the second one with tryLock and a timeout."
                        + " These threads can't continue by themselves.");
    }
}
