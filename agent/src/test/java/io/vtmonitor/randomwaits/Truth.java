package io.vtmonitor.randomwaits;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is true of a program, by construction: all that may be said of it. */
public final class Truth {
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Place> later = new LinkedHashMap<>();
    private final List<Claim> claims = new ArrayList<>();
    private Stalled stalled = new Stalled(Set.of(), Set.of(), false);

    /**
     * A method in which threads wait.
     *
     * @param operations as reports call what they wait for
     * @param type a part of the class of what they wait for
     * @param holders names of threads of which one has it
     * @param took methods of which one has taken it
     */
    public record Place(Set<String> operations, String type, Set<String> holders, Set<String> took) {}

    /**
     * A verdict that may be given.
     *
     * @param type a part of the class that it names
     * @param threads of which each may be named
     * @param named all that have to be
     * @param due whether it has to be given
     * @param provable whether it may be called exact
     */
    public record Claim(
            String kind, String type, Set<String> threads, Set<String> named, boolean due, boolean provable) {}

    /**
     * That virtual threads get no carrier.
     *
     * @param threads that hold the carriers
     * @param patterns why each of them does; one is the stall's, several are called unknown
     * @param all whether they hold all carriers: else nothing stalls
     */
    public record Stalled(Set<String> threads, Set<String> patterns, boolean all) {}

    void stall(Set<String> threads, Set<String> patterns, boolean all) {
        stalled = new Stalled(new LinkedHashSet<>(threads), new LinkedHashSet<>(patterns), all);
    }

    /** What holds the carriers of its JVM; nobody where it has thousands. */
    public Stalled stalled() {
        return stalled;
    }

    void place(String method, Set<String> operations, String type, Set<String> holders, Set<String> took) {
        places.put(method, new Place(operations, type, Set.copyOf(holders), Set.copyOf(took)));
    }

    /** As it ends, each of those that wait gets its turn. */
    void later(String method, Set<String> holders, Set<String> took) {
        Place place = places.get(method);
        Set<String> allHolders = new LinkedHashSet<>(place.holders());
        allHolders.addAll(holders);
        Set<String> allTook = new LinkedHashSet<>(place.took());
        allTook.addAll(took);
        later.put(method, new Place(place.operations(), place.type(), allHolders, allTook));
    }

    void may(String kind, String type, Set<String> threads) {
        claims.add(new Claim(kind, type, new LinkedHashSet<>(threads), Set.of(), false, true));
    }

    void must(String kind, String type, Set<String> threads, Set<String> named, boolean due) {
        must(kind, type, threads, named, due, true);
    }

    void must(String kind, String type, Set<String> threads, Set<String> named, boolean due, boolean provable) {
        claims.add(new Claim(kind, type, new LinkedHashSet<>(threads), new LinkedHashSet<>(named), due, provable));
    }

    /** By class and method, while all of them wait. */
    public Map<String, Place> places() {
        return places;
    }

    /** The same where they may have ended meanwhile. */
    public Map<String, Place> placesInTheEnd() {
        Map<String, Place> all = new LinkedHashMap<>(places);
        all.putAll(later);
        return all;
    }

    public List<Claim> claims() {
        return claims;
    }
}
