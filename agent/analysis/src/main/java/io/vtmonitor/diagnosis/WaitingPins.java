package io.vtmonitor.diagnosis;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Pin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Pins that wait for their stack to be looked up, in the order in which the stacks came. Not thread-safe. */
final class WaitingPins {
    private final int mostStacks;
    private final int mostPins;
    private final Queue<Blocking> stacks = new ArrayDeque<>();
    private final IdentityHashMap<Blocking, List<Pin>> pinsOf = new IdentityHashMap<>();
    private int pins;

    WaitingPins(int mostStacks, int mostPins) {
        this.mostStacks = mostStacks;
        this.mostPins = mostPins;
    }

    boolean isEmpty() {
        return pinsOf.isEmpty();
    }

    /** Whether a pin of a stack that no other waits for finds no room. */
    boolean isFull() {
        return pins >= mostPins || pinsOf.size() >= mostStacks;
    }

    /** False if there is no room for it. */
    boolean add(Pin pin) {
        List<Pin> same = pinsOf.get(pin.blocking());
        if (pins >= mostPins || (same == null && pinsOf.size() >= mostStacks)) {
            return false;
        }
        if (same == null) {
            same = new ArrayList<>(1);
            stacks.add(pin.blocking()); // first: there may be no memory for the other
            pinsOf.put(pin.blocking(), same);
        }
        same.add(pin);
        pins++;
        return true;
    }

    /** The stack that has waited longest, null if none does. */
    @Nullable
    Blocking first() {
        return stacks.peek();
    }

    /** The pins of a stack, which no longer wait. */
    List<Pin> take(Blocking stack) {
        stacks.remove(stack);
        List<Pin> taken = pinsOf.remove(stack);
        if (taken == null) {
            return List.of();
        }
        pins -= taken.size();
        return taken;
    }
}
