package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.PoolKind.Place;
import io.vtmonitor.waits.Pools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The known kinds of pools, by the classes into which code is woven. */
final class PoolKinds {
    private final List<PoolKind> kinds;
    private final Map<String, List<PoolKind>> byClass = new HashMap<>();

    private PoolKinds(List<PoolKind> kinds) {
        this.kinds = kinds;
        for (PoolKind kind : kinds) {
            for (Place place : kind.places()) {
                List<PoolKind> same = byClass.computeIfAbsent(place.className(), name -> new ArrayList<>());
                if (!same.contains(kind)) {
                    same.add(kind);
                }
            }
        }
    }

    /** @throws IOException if our jar can't be read, or its table of pools is malformed */
    static PoolKinds load() throws IOException {
        return new PoolKinds(Pools.read().kinds());
    }

    /** All kinds, each at its index. */
    List<PoolKind> all() {
        return kinds;
    }

    /** The kinds for which code is woven into a class; none for nearly all classes. */
    List<PoolKind> of(String internalName) {
        return byClass.getOrDefault(internalName, List.of());
    }
}
