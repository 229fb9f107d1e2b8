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
 * @param threads how many, extrapolated where not all were looked at
 * @param margin 95 % of samples would give {@code threads} within so many of the truth; 0 if all were looked at
 */
public record SiteShare(WaitSite site, int threads, int margin) {
    /** Of a normal distribution. */
    static final double TWO_SIDED_95 = 1.96;

    /**
     * What a sample says of a group.
     *
     * @param sampled the places of the threads that were looked at
     * @param threads how many the group has
     * @param one whether all wait for one object: where all samples agree, that is one place for them
     * @return most threads first, their sum is the group's
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

    /** How many wait for a pool, at whichever place. */
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
     * How far an extrapolated number may be from the truth: 95 % of samples would give one within so many of it.
     *
     * @param count so many of the sample
     * @param sampled the size of the sample
     * @param threads of which the sample was taken
     */
    public static int margin(int count, int sampled, int threads) {
        double part = (double) count / sampled;
        // Where all samples agree the normal distribution knows no error: the rule of three does.
        double error =
                count == sampled ? Math.min(1, 3.0 / sampled) : TWO_SIDED_95 * Math.sqrt(part * (1 - part) / sampled);
        double unseen = Math.sqrt((double) (threads - sampled) / Math.max(1, threads - 1));
        return (int) Math.max(1, Math.ceil(error * unseen * threads));
    }

    /** The same share of a group whose number of threads is known within so many only. */
    SiteShare within(int most) {
        return new SiteShare(site, threads, Math.max(margin, Math.min(most, threads)));
    }

    /**
     * The same shares of a group that has grown or shrunk meanwhile: of several places, each may have gained or lost
     * all of these threads.
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
