package io.vtmonitor.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Real servers, with nothing, with nothing again, and with vt-monitor; some of them with what else is used alongside
 * it. The shop, a Spring Boot application with JPA, Thymeleaf and a driver that pins, runs as a fat jar and unpacked.
 */
final class LiveServers {
    private static final String SHOP = "shop";
    private static final String UNPACKED = "shop, unpacked";
    private static final String UNPACKED_ALONE = "unpacked, nothing";
    private static final String UNPACKED_WITH = "unpacked, vt-monitor";
    private static final Set<String> WITH_OTHERS = Set.of("HelidonServer", "QuarkusServer", "TomcatServer");
    private static final Set<String> EVERYWHERE = Set.of(
            LiveVariants.NOTHING,
            LiveVariants.AGAIN,
            LiveVariants.DEFAULTS,
            LiveVariants.BARE,
            LiveVariants.FLIGHT_RECORDER);

    /** Seconds of load before the load that is measured: the JVM and all that watches it still start. */
    private static final int STARTING = 2;

    /** Seconds of load after which the JVM and all that watches it have started. */
    private static final int STARTED = 15;

    private static final Set<String> OTHERS =
            Set.of(LiveVariants.PORT, LiveVariants.MICROMETER, LiveVariants.JMX, LiveVariants.OTEL);

    private final List<String> java;
    private final Map<String, List<String>> variants;
    private final Path scratch;
    private final int rounds;
    private final long limitNanos;
    private final Map<String, String[]> servers = new LinkedHashMap<>();

    /**
     * Reads which there are.
     *
     * @param list what {@code .ci/bench/servers} left: name, path, what follows the JVM's flags
     */
    LiveServers(
            List<String> java, Map<String, List<String>> variants, Path list, Path scratch, int rounds, long limitNanos)
            throws IOException {
        this.java = java;
        this.variants = variants;
        this.scratch = scratch;
        this.rounds = rounds;
        this.limitNanos = limitNanos;
        Pattern asked = Pattern.compile(System.getenv().getOrDefault("SERVERS", "."));
        for (String line : Files.readAllLines(list)) {
            String[] fields = line.split("\t");
            if (asked.matcher(fields[0]).find()) {
                servers.put(fields[0], fields);
            }
        }
    }

    /** The shop as a fat jar and unpacked. */
    void shop(Path sample, String heap) throws Exception {
        try (LiveDatabase database = LiveDatabase.start(sample)) {
            Map<String, Cell> cells = new LinkedHashMap<>();
            cells.put(LiveVariants.NOTHING, new Cell(SHOP, LiveVariants.NOTHING));
            cells.put(LiveVariants.AGAIN, new Cell(SHOP, LiveVariants.AGAIN));
            cells.put(LiveVariants.DEFAULTS, new Cell(SHOP, LiveVariants.DEFAULTS));
            cells.put(UNPACKED_ALONE, new Cell(UNPACKED, LiveVariants.NOTHING));
            cells.put(UNPACKED_WITH, new Cell(UNPACKED, LiveVariants.DEFAULTS));
            cells.values().removeIf(cell -> !variants.containsKey(cell.variant()));
            Map<String, List<double[]>> runs = measured(cells, heap, database.url(), STARTING);
            LiveIntervals.print("shop, heap of " + heap, runs);
            LiveIntervals.more(LiveVariants.DEFAULTS, UNPACKED_WITH, runs);
        }
    }

    /** The others, one after the other, from the fourth second on. */
    void others() throws Exception {
        others(STARTING);
    }

    /** The same, but for Lucene, which ends by itself; measured when all has started. */
    void later() throws Exception {
        servers.keySet().removeIf(name -> name.startsWith("Lucene"));
        others(STARTED);
    }

    private void others(int warmUpSeconds) throws Exception {
        for (String name : servers.keySet()) {
            if (!name.equals(SHOP) && !name.equals(UNPACKED)) {
                Map<String, Cell> cells = new LinkedHashMap<>();
                for (String variant : variants.keySet()) {
                    if (EVERYWHERE.contains(variant) || OTHERS.contains(variant) && WITH_OTHERS.contains(name)) {
                        cells.put(variant, new Cell(name, variant));
                    }
                }
                LiveIntervals.print(name, measured(cells, "512m", "", warmUpSeconds));
            }
        }
    }

    /** A server and what it runs with. */
    private record Cell(String server, String variant) {}

    private Map<String, List<double[]>> measured(
            Map<String, Cell> cells, String heap, String databaseUrl, int warmUpSeconds) throws Exception {
        return LiveRounds.measured(cells.keySet(), rounds, limitNanos, name -> {
            String[] server = servers.get(cells.get(name).server());
            List<String> command = new ArrayList<>(java);
            command.add("-Xmx" + heap);
            command.addAll(variants.get(cells.get(name).variant()));
            return LiveServer.run(
                    command, server[1], List.of(server[2].split(" ")), scratch, databaseUrl, warmUpSeconds);
        });
    }
}
