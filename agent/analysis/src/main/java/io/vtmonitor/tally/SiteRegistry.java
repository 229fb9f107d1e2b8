package io.vtmonitor.tally;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sites and stacks of one JVM, admitted up to a bound in the order in which they come, and where the pins of each
 * diagnosis are counted. Not thread-safe.
 */
final class SiteRegistry {
    private final Bounds bounds;
    private final Set<Site> admitted = new HashSet<>();
    private final Map<Site, SiteTally> sites = new HashMap<>();
    private final List<SiteTally> numbered = new ArrayList<>();
    private final Map<Diagnosis, StackTally> stacks = new LinkedHashMap<>();
    private final IdentityHashMap<Diagnosis, Slot> slots = new IdentityHashMap<>();

    /** Of one provisional diagnosis each: what was counted goes where the stack goes when that is revised. */
    private final Set<SiteTally> provisional = new HashSet<>();

    private final DimensionTallies withoutStack = new DimensionTallies();

    /**
     * Where the pins of a diagnosis are counted.
     *
     * @param site null for a folded one
     * @param stack null for one that came too late
     * @param dimensions of those without a stack
     * @param number of the site, negative for a folded one
     * @param compensated whether they are left out of the carriers' time
     * @param truncated whether their stack was cut off
     */
    record Slot(
            Diagnosis diagnosis,
            @Nullable SiteTally site,
            @Nullable StackTally stack,
            List<Tally> dimensions,
            int number,
            boolean compensated,
            boolean truncated) {
        static Slot of(
                Diagnosis diagnosis, @Nullable SiteTally site, @Nullable StackTally stack, List<Tally> dimensions) {
            return new Slot(
                    diagnosis,
                    site,
                    stack,
                    dimensions,
                    site == null ? -1 : site.number(),
                    diagnosis.compensated(),
                    diagnosis.blocking().stack().truncated());
        }
    }

    /** @param bounds how much is kept */
    SiteRegistry(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Where the pins of a diagnosis are counted.
     *
     * @param grid that the times of a stack begin with, if this is its first pin
     */
    Slot of(Diagnosis diagnosis, int grid) {
        Slot known = slots.get(diagnosis);
        if (known != null) {
            return known;
        }
        StackTally before = stacks.get(diagnosis);
        SiteTally site = before != null ? before.site() : site(diagnosis);
        StackTally stack = site == null ? null : stack(diagnosis, site, grid);
        if (site != null) {
            site.seen(stack == null ? diagnosis : stack.diagnosis());
        }
        Slot fresh = Slot.of(diagnosis, site, stack, stack == null ? withoutStack.of(diagnosis) : List.of());
        if (slots.size() >= bounds.remembered()) {
            slots.clear();
        }
        slots.put(diagnosis, fresh);
        return fresh;
    }

    /** The site of a diagnosis; null if there are too many. */
    private @Nullable SiteTally site(Diagnosis diagnosis) {
        if (!isAdmitted(diagnosis.site())) {
            return null;
        }
        if (diagnosis.provisional() && provisional.size() < bounds.provisional() && stacks.size() < bounds.stacks()) {
            SiteTally own = new SiteTally(numbered.size(), diagnosis);
            numbered.add(own);
            provisional.add(own);
            return own;
        }
        SiteTally known = sites.get(diagnosis.site());
        if (known != null) {
            return known;
        }
        SiteTally fresh = new SiteTally(numbered.size(), diagnosis);
        sites.put(diagnosis.site(), fresh);
        numbered.add(fresh);
        return fresh;
    }

    private boolean isAdmitted(Site site) {
        return admitted.contains(site) || (admitted.size() < bounds.sites() && admitted.add(site));
    }

    private @Nullable StackTally stack(Diagnosis diagnosis, SiteTally site, int grid) {
        StackTally known = stacks.get(diagnosis);
        if (known != null || stacks.size() >= bounds.stacks()) {
            return known;
        }
        StackTally fresh = new StackTally(diagnosis, site, grid);
        stacks.put(diagnosis, fresh);
        return fresh;
    }

    /**
     * What a provisional diagnosis has become. Its stack is the same, so its pins were of the other diagnosis from the
     * first on: they leave the site that it suggested, and bring their proof with them. If there are too many sites or
     * provisional diagnoses, they stay where they were counted.
     */
    void revised(Diagnosis before, Diagnosis after) {
        StackTally stack = stacks.get(before);
        if (stack == null || !provisional.contains(stack.site()) || !isAdmitted(after.site())) {
            return;
        }
        slots.remove(before);
        stacks.remove(before);
        stack.revised(after);
        stack.site().revised(after);
        StackTally same = stacks.putIfAbsent(after, stack);
        if (same == null) {
            slots.put(after, Slot.of(after, stack.site(), stack, List.of()));
        } else {
            stacks.put(before, stack);
        }
    }

    /** The sites by their number; several of them may be parts of the same. */
    List<SiteTally> sites() {
        return numbered;
    }

    Collection<StackTally> stacks() {
        return stacks.values();
    }

    /** The dimensions of pins that no stack counts. */
    DimensionTallies withoutStack() {
        return withoutStack;
    }
}
