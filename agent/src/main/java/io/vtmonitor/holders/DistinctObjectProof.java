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
 * monitor. Two proofs: the class of the object that was waited on, which the event tells, is none that the caller can have
 * locked; or both are final fields, and each holds what an instruction of its own made.
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
     * @param waitedOn what it waits on, null where the bytecode does not tell
     * @param monitorClass binary name of that object's class, null where no event tells
     */
    boolean ownsNone(
            FrameMonitors owner, FrameMonitors waiter, @Nullable SymbolicLock waitedOn, @Nullable String monitorClass) {
        return owner.locks().stream()
                .allMatch(lock -> isOfAnotherClass(owner, lock, monitorClass)
                        || (waitedOn != null && isMadeElsewhere(owner, lock, waiter, waitedOn)));
    }

    private boolean isOfAnotherClass(FrameMonitors owner, SymbolicLock lock, @Nullable String monitorClass) {
        if (monitorClass == null) {
            return false;
        }
        if (lock.text() != null && lock.text().startsWith("class ")) {
            return !monitorClass.equals("java.lang.Class");
        }
        String type = lock.equals(SymbolicLock.THIS)
                ? owner.frame().className()
                : lock.type() == null ? null : lock.type().replace('/', '.');
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
