package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FinalFieldAllocations;
import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.Supertypes;
import io.vtmonitor.bytecode.SymbolicLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that what a caller has locked is another object than the one that was waited on, so that the caller keeps its
 * monitor. Proofs: the class of the object that was waited on, which the event names, is none that the caller can have
 * locked; or both are final fields, and each holds what an instruction of its own made. In one frame, what it made
 * itself is no other object that it made, and none that it was handed.
 */
final class DistinctObjectProof {
    private final Supertypes supertypes;
    private final FinalFieldAllocations made;

    DistinctObjectProof(InstructionIndex places) {
        supertypes = new Supertypes(places);
        made = new FinalFieldAllocations(places);
    }

    /**
     * @param owner a caller that owns monitors
     * @param waiter the frame that waits
     * @param waitedOn what it waits on, null if the bytecode does not say
     * @param monitorClass binary name of that object's class, null if no event says
     */
    boolean ownsNone(
            FrameMonitors owner, FrameMonitors waiter, @Nullable SymbolicLock waitedOn, @Nullable String monitorClass) {
        return owner.locks().stream()
                .allMatch(lock -> isOfAnotherClass(owner, lock, monitorClass)
                        || (waitedOn != null && isMadeElsewhere(owner, lock, waiter, waitedOn)));
    }

    /** The same for the other monitors that the waiting frame itself owns. */
    boolean ownsNoneHere(
            FrameMonitors waiter, List<SymbolicLock> locks, SymbolicLock waitedOn, @Nullable String monitorClass) {
        FrameMonitors owner = waiter.with(locks, waiter.confidence());
        return locks.stream()
                .allMatch(lock -> (lock.isNew() && isNoOther(waitedOn, lock))
                        || (waitedOn.isNew() && isNoOther(lock, waitedOn))
                        || isOfAnotherClass(owner, lock, monitorClass)
                        || isMadeElsewhere(owner, lock, waiter, waitedOn));
    }

    private static boolean isNoOther(SymbolicLock lock, SymbolicLock made) {
        boolean handed = lock.equals(SymbolicLock.THIS)
                || (lock.text() != null && lock.text().startsWith("parameter "));
        return handed || (lock.isNew() && lock.source() != made.source());
    }

    /** True if no field on the way to the object can have been assigned meanwhile. */
    boolean isFixed(SymbolicLock lock) {
        return made.isFixed(lock);
    }

    private boolean isOfAnotherClass(FrameMonitors owner, SymbolicLock lock, @Nullable String monitorClass) {
        if (monitorClass == null) {
            return false;
        }
        if (lock.text() != null && lock.text().startsWith("class ")) {
            return !monitorClass.equals("java.lang.Class");
        }
        if (lock.equals(SymbolicLock.THIS)) {
            return supertypes.excludesReceiver(monitorClass, owner.frame().className());
        }
        String type = lock.type() == null ? null : lock.type().replace('/', '.');
        return type != null && supertypes.excludes(monitorClass, type);
    }

    /** Each field is asked of the class whose frame was read, where it is sure that this class file ran. */
    private boolean isMadeElsewhere(
            FrameMonitors owner, SymbolicLock lock, FrameMonitors waiter, SymbolicLock waitedOn) {
        List<String> here = made.in(owner, lock);
        List<String> there = made.in(waiter, waitedOn);
        return !here.isEmpty() && !there.isEmpty() && here.stream().noneMatch(there::contains);
    }
}
