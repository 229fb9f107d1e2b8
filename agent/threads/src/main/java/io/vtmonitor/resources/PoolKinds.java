package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.PoolKind.Place;
import io.vtmonitor.waits.Pools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kinds of pools that are known, by the classes that are woven. */
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

    /** @throws IOException if our jar can't be read, or what it has is no table of pools */
    static PoolKinds load() throws IOException {
        return new PoolKinds(Pools.read().kinds());
    }

    /** All of them, each at its index. */
    List<PoolKind> all() {
        return kinds;
    }

    /** Those for which something is woven into a class; none for nearly all classes. */
    List<PoolKind> of(String internalName) {
        return byClass.getOrDefault(internalName, List.of());
    }
}
