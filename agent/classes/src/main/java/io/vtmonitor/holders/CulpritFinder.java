package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.holders.VmHolders.Positioned;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.HolderFinder;
import io.vtmonitor.model.PinnedReason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks a stack, in this order: is the blocking frame itself the culprit (entering or waiting), which frames own
 * monitors (JDK 21 to 23), which are native, initializers or loaders or in a critical section (every JDK), and if none:
 * what is left to suspect. A frame that both enters a monitor and owns others is listed for each. Safe for several
 * threads.
 */
public final class CulpritFinder implements HolderFinder {
    private static final String CRITICAL_SECTION = "Freeze or preempt failed (2)";

    /** The blocking frame comes before all others, a native way into its class's initialization included. */
    private static final int FIRST = -1;

    private final InstructionIndex places;
    private final VmHolders vmHolders;
    private final MonitorHolders monitorHolders;
    private final ClassInitHolders classInitHolders;
    private final LockElimination elimination;

    private volatile @Nullable Known known;

    /** What the frames of the blocking that was asked about last own, and which are unread; not to be written to. */
    private record Known(Blocking blocking, List<@Nullable FrameMonitors> owned, List<Frame> unread) {}

    public CulpritFinder(ClassBytes classes) {
        places = new InstructionIndex(classes);
        vmHolders = new VmHolders(places);
        monitorHolders = new MonitorHolders(places);
        classInitHolders = new ClassInitHolders(classes, places);
        elimination = new LockElimination(places);
    }

    @Override
    public List<Holder> find(Blocking blocking) {
        try {
            return holders(blocking);
        } catch (RuntimeException e) {
            return List.of(); // the contract: whatever the stack or the class files hold, the host continues
        }
    }

    @Override
    public List<String> unread(Blocking blocking) {
        try {
            Set<String> classes = new LinkedHashSet<>();
            for (Frame frame : saysNative(blocking) ? mayBeNative(blocking) : unreadFrames(blocking)) {
                classes.add(frame.className());
            }
            return List.copyOf(classes);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    @Override
    public boolean isProvisional(Blocking blocking) {
        return blocking.stack().frames().stream().anyMatch(places::isAwaited);
    }

    private List<Holder> holders(Blocking blocking) {
        known = null; // the JVM may show more of its classes than it did when this blocking was asked about
        List<Frame> frames = blocking.stack().frames();
        boolean critical = blocking.monitorsPin() || startsWith(blocking.reasonText(), CRITICAL_SECTION);
        List<@Nullable FrameMonitors> read = critical ? known(blocking).owned() : List.of();
        List<@Nullable FrameMonitors> owned = blocking.monitorsPin() ? read : List.of();
        List<Positioned> others = new ArrayList<>();
        add(others, blocker(blocking, owned));
        for (int i = 0; i < frames.size(); i++) {
            FrameMonitors section = read.isEmpty() ? null : read.get(i);
            add(others, i, section == null ? null : section.criticalHolder());
            add(others, vmHolders.at(frames, i));
        }
        boolean mayBeOthers = !blocking.recorded()
                || others.stream().anyMatch(other -> !isGuess(other.holder()))
                || !unreadFrames(blocking).isEmpty();
        List<@Nullable FrameMonitors> judged = elimination.judge(frames, owned, mayBeOthers);
        List<Positioned> found = new ArrayList<>();
        for (int i = 0; i < judged.size(); i++) {
            FrameMonitors monitors = judged.get(i);
            add(found, i, monitors == null ? null : monitors.holder());
        }
        found.addAll(others);
        found.sort(null);
        Set<Holder> all = new LinkedHashSet<>();
        Set<Holder> sure = new LinkedHashSet<>();
        int loading = blockedInLoaders(frames);
        boolean monitors = found.stream().anyMatch(other -> isMonitor(other.holder()));
        boolean onlyMonitors = found.stream().allMatch(other -> isMonitor(other.holder()) || isGuess(other.holder()));
        for (Positioned positioned : found) {
            Holder holder = positioned.holder();
            if (isGuess(holder) && holder.confidence() == Confidence.UNKNOWN && !(monitors && onlyMonitors)) {
                continue;
            }
            all.add(holder);
            if (!isGuess(holder) || positioned.position() < loading || onlyMonitors) {
                sure.add(holder);
            }
        }
        List<Holder> result = List.copyOf(sure.isEmpty() ? all : sure);
        if (result.isEmpty()) {
            return lastResort(blocking);
        }
        return blocking.stack().truncated() || isProvisional(blocking) ? asLikely(result) : result;
    }

    /**
     * Below where the JVM cut the stack off, or in a class that is read only later, there may be others: without them,
     * nothing that is said of a cure is sure.
     */
    private static List<Holder> asLikely(List<Holder> holders) {
        List<Holder> likely = new ArrayList<>();
        for (Holder holder : holders) {
            likely.add(holder.atMostLikely());
        }
        return List.copyOf(likely);
    }

    /** Holders and what is unread are asked for one after the other. */
    private Known known(Blocking blocking) {
        Known last = known;
        if (last == null || !last.blocking().equals(blocking)) {
            List<@Nullable FrameMonitors> owned =
                    monitorHolders.owned(blocking, classInitHolders.holder(blocking) != null);
            last = new Known(blocking, owned, MissingClassFiles.frames(owned));
            known = last;
        }
        return last;
    }

    private List<Frame> unreadFrames(Blocking blocking) {
        return blocking.monitorsPin() ? known(blocking).unread() : List.of();
    }

    private static boolean saysNative(Blocking blocking) {
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        return said != null && said.kind() == PinnedReason.Kind.NATIVE && !blocking.monitorsPin();
    }

    private static List<Frame> mayBeNative(Blocking blocking) {
        return MissingClassFiles.thatMayBeNative(blocking.stack().frames());
    }

    private static void add(List<Positioned> found, int position, @Nullable Holder holder) {
        add(found, holder == null ? null : new Positioned(position, holder));
    }

    private static void add(List<Positioned> found, @Nullable Positioned holder) {
        if (holder != null) {
            found.add(holder);
        }
    }

    /**
     * A loader whose caller has no class file: worth a word only where nothing else is known that holds on every JDK,
     * or where the loader itself blocked. It would keep the carrier, too, on a JDK where monitors do not.
     */
    private static boolean isGuess(Holder holder) {
        return holder.hold() == Hold.CLASS_LOAD && holder.confidence() != Confidence.EXACT;
    }

    private static boolean isMonitor(Holder holder) {
        return holder.hold() == Hold.MONITOR
                || holder.hold() == Hold.MONITOR_ENTER
                || holder.hold() == Hold.OBJECT_WAIT;
    }

    /** How many frames there are down to the loader that was called, where it was a loader that blocked; else none. */
    private static int blockedInLoaders(List<Frame> frames) {
        int top = MonitorHolders.top(frames);
        int end = top;
        while (end < frames.size() && frames.get(end).methodName().startsWith("loadClass")) {
            end++;
        }
        return end == top ? 0 : end;
    }

    /** Is the blocking frame itself a culprit? */
    private @Nullable Positioned blocker(Blocking blocking, List<@Nullable FrameMonitors> owned) {
        Holder classWait = classInitHolders.holder(blocking);
        if (classWait != null) {
            return new Positioned(FIRST, classWait);
        }
        List<Frame> frames = blocking.stack().frames();
        int top = MonitorHolders.top(frames);
        FrameMonitors blocked = owned.isEmpty() || top == frames.size() ? null : owned.get(top);
        if (blocked == null || blocking.event() == BlockingEvent.PINNED) {
            return null;
        }
        return new Positioned(FIRST, monitorHolders.blocker(blocked, blocking));
    }

    /** Nothing found, although it was pinned: what the JVM reports, or the frame whose class file was not available. */
    private List<Holder> lastResort(Blocking blocking) {
        if (startsWith(blocking.reasonText(), CRITICAL_SECTION)) {
            for (Frame frame : blocking.stack().frames()) {
                if (!JdkFrames.isJdk(frame) && !JdkFrames.isHidden(frame)) {
                    return List.of(new Holder(
                            frame, Hold.CRITICAL_SECTION, 0, null, Confidence.LIKELY, places.library(frame)));
                }
            }
            return List.of();
        }
        List<Frame> unread = unreadFrames(blocking);
        if (unread.isEmpty()) {
            return List.of();
        }
        Frame first = unread.get(0);
        return List.of(new Holder(first, Hold.MONITOR, 0, null, Confidence.UNKNOWN, places.library(first)));
    }

    private static boolean startsWith(@Nullable String text, String prefix) {
        return text != null && text.startsWith(prefix);
    }
}
