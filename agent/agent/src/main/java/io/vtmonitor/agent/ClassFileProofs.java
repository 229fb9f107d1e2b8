package io.vtmonitor.agent;

import io.vtmonitor.bytecode.ExplicitLocks;
import io.vtmonitor.bytecode.calls.PermitRequests;
import io.vtmonitor.bytecode.calls.SentRequests;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.HolderFinder;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.threads.FrameProofs;
import java.util.List;

/** What the class files of the running JVM prove about frames. */
final class ClassFileProofs implements FrameProofs {
    private final StackResolver resolver;
    private final HolderFinder holders;
    private final ExplicitLocks locks;
    private final SentRequests sentRequests;
    private final PermitRequests permitRequests;

    /** Uses the classes of the running JVM. */
    static ClassFileProofs of(LoadedClassBytes classes) {
        return new ClassFileProofs(
                new SourceLineResolver(classes),
                new CulpritFinder(classes),
                new ExplicitLocks(classes),
                new SentRequests(classes),
                new PermitRequests(classes));
    }

    private ClassFileProofs(
            StackResolver resolver,
            HolderFinder holders,
            ExplicitLocks locks,
            SentRequests sentRequests,
            PermitRequests permitRequests) {
        this.sentRequests = sentRequests;
        this.permitRequests = permitRequests;
        this.resolver = resolver;
        this.holders = holders;
        this.locks = locks;
    }

    /**
     * Whether the frame owns a monitor, pinned or not. The finder is told that monitors pin, because it names only
     * holders that pin.
     */
    @Override
    public boolean ownsMonitor(List<StackTraceElement> trace, int depth) {
        StackResolver.Resolved resolved = resolver.resolve(trace, false);
        if (resolved.unsure().contains(depth)) {
            return false;
        }
        Frame frame = resolved.stack().frames().get(depth);
        return holders.find(Blocking.lookedAt(resolved.stack(), BlockingEvent.PINNED, true, null)).stream()
                .anyMatch(holder -> holder.hold() == Hold.MONITOR
                        && holder.confidence() == Confidence.EXACT
                        && holder.frame().equals(frame));
    }

    @Override
    public List<Integer> tookLock(List<StackTraceElement> trace) {
        return locks.holders(trace);
    }

    @Override
    public boolean sendsNoRequest(List<StackTraceElement> trace, int last) {
        return sentRequests.isNobody(trace, last);
    }

    @Override
    public boolean wantsOnePermit(List<StackTraceElement> trace) {
        return permitRequests.isForOne(trace);
    }
}
