package io.vtmonitor.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A part of a group's threads that wait at one place.
 *
 * @param site the place
 * @param threads how many; extrapolated if only a sample of their stacks was read
 * @param margin 95 % of samples would give {@code threads} within this many of the true number; 0 if all stacks were
 *     read
 */
public record SiteShare(WaitSite site, int threads, int margin) {
    /** The quantile of the normal distribution for a two-sided interval of 95 %. */
    static final double TWO_SIDED_95 = 1.96;

    /**
     * Where a group's threads wait, extrapolated from a sample.
     *
     * @param sampled the places of the threads in the sample
     * @param threads how many the group has
     * @param one whether all wait for one object: if the whole sample is at one place, all of them are taken to be
     *     there
     * @return most threads first; their sum is {@code threads}, apart from rounding
     */
    public static List<SiteShare> of(List<WaitSite> sampled, int threads, boolean one) {
        Map<WaitSite, WaitSite> first = new LinkedHashMap<>();
        Map<WaitSite, Integer> counts = new LinkedHashMap<>();
        for (WaitSite site : sampled) {
            first.putIfAbsent(site.place(), site);
            counts.merge(site.place(), 1, Integer::sum);
        }
        if (one && counts.size() == 1) {
            return List.of(new SiteShare(sampled.get(0), threads, 0));
        }
        List<SiteShare> shares = new ArrayList<>();
        counts.forEach((place, count) ->
                shares.add(share(Objects.requireNonNull(first.get(place)), count, sampled.size(), threads)));
        shares.sort(Comparator.comparingInt(SiteShare::threads).reversed());
        return shares;
    }

    /** How many threads wait for a pool, at any place. */
    static int threadsAt(Pools.Pool pool, List<SiteShare> shares) {
        int threads = 0;
        for (SiteShare share : shares) {
            threads += pool.equals(share.site().pool()) ? share.threads() : 0;
        }
        return threads;
    }

    private static SiteShare share(WaitSite site, int count, int sampled, int threads) {
        if (sampled >= threads) {
            return new SiteShare(site, count, 0);
        }
        double part = (double) count / sampled;
        return new SiteShare(site, (int) Math.round(part * threads), margin(count, sampled, threads));
    }

    /**
     * How far an extrapolated number may be from the true one: 95 % of samples would give a number within this many of
     * it.
     *
     * @param count how many threads of the sample were counted
     * @param sampled the size of the sample
     * @param threads how many threads the sample was taken from
     */
    public static int margin(int count, int sampled, int threads) {
        double part = (double) count / sampled;
        // If all samples agree, the normal distribution has an error of 0. The rule of three gives a bound.
        double error =
                count == sampled ? Math.min(1, 3.0 / sampled) : TWO_SIDED_95 * Math.sqrt(part * (1 - part) / sampled);
        double unseen = Math.sqrt((double) (threads - sampled) / Math.max(1, threads - 1));
        return (int) Math.max(1, Math.ceil(error * unseen * threads));
    }

    /** The same share of a group whose own number of threads has a margin of {@code most}. */
    SiteShare within(int most) {
        return new SiteShare(site, threads, Math.max(margin, Math.min(most, threads)));
    }

    /**
     * The same shares of a group that has grown or shrunk since the sample. If there are several places, each of them
     * may have gained or lost all of these threads, which widens its margin.
     */
    public static List<SiteShare> scaled(List<SiteShare> shares, int threads) {
        int before = shares.stream().mapToInt(SiteShare::threads).sum();
        if (before == threads || before == 0) {
            return shares;
        }
        double factor = (double) threads / before;
        return shares.stream()
                .map(share -> new SiteShare(
                        share.site(),
                        (int) Math.round(share.threads() * factor),
                        shares.size() == 1 ? 0 : (int) Math.ceil(share.margin() * factor) + Math.abs(threads - before)))
                .toList();
    }
}
