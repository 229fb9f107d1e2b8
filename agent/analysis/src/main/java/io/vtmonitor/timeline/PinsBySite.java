package io.vtmonitor.timeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** How many pins each site had, by the number of the site; folded ones, whose number is negative, are one site. */
final class PinsBySite {
    private int[] counts = new int[16];
    private int[] sites = new int[16];
    private int size;

    void add(int site) {
        add(Math.max(0, site + 1), 1);
    }

    void addAll(PinsBySite other) {
        for (int i = 0; i < other.size; i++) {
            add(other.sites[i], other.counts[other.sites[i]]);
        }
    }

    private void add(int at, int count) {
        if (at >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(at + 1, counts.length * 2));
        }
        if (counts[at] == 0) {
            if (size == sites.length) {
                sites = Arrays.copyOf(sites, size * 2);
            }
            sites[size++] = at;
        }
        counts[at] += count;
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            counts[sites[i]] = 0;
        }
        size = 0;
    }

    PinsBySite copy() {
        PinsBySite copy = new PinsBySite();
        copy.addAll(this);
        return copy;
    }

    /** Pins by the site's number, -1 for folded ones. */
    Map<Integer, Long> asMap() {
        Map<Integer, Long> map = new HashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(sites[i] - 1, (long) counts[sites[i]]);
        }
        return map;
    }
}
