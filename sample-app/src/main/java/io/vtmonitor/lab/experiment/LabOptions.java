package io.vtmonitor.lab.experiment;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the lab is asked to do. The script runs this file from its source before it builds anything, so that a wrong
 * option is answered at once: hence it uses nothing but the JDK 17 and itself.
 *
 * @param experiments their ids, in the order of the catalogue
 * @param quick seconds each instead of the published sizes
 * @param before feature version of the Java where monitors pin
 * @param after feature version of the Java that it is compared with
 * @param drivers versions of the drivers to compare, as their folders are called; empty for all
 * @param database the JDBC URL of a database of one's own, empty for the embedded one
 * @param parallelism carriers where an experiment does not say how many; empty for the JDK's default
 * @param port of the application; 0 for a free one
 * @param agent options added to the agent's, such as {@code threshold=5ms}
 * @param out where results, recordings and logs go
 */
public record LabOptions(
        List<String> experiments,
        boolean quick,
        int before,
        int after,
        List<String> drivers,
        Optional<String> database,
        OptionalInt parallelism,
        int port,
        String agent,
        Optional<Path> out) {
    static final List<String> IDS = List.of(
            "plain",
            "block",
            "query",
            "overwhelm",
            "threadlocal",
            "footprint",
            "one-carrier",
            "product",
            "sync-query",
            "thread-count",
            "sleep-5",
            "sleep-10",
            "executor",
            "cpu",
            "pooling",
            "trace",
            "ways",
            "deadlocks",
            "lucene",
            "unpin",
            "waits",
            "number");

    /** Instead of an experiment: the application alone. */
    static final String SERVE = "serve";

    /** Instead of an experiment: the page of the results that are kept. */
    static final String PAGE = "page";

    private static final List<String> ALONE = List.of(SERVE, PAGE);

    static final String HELP = """
            usage: sample-app/lab [options] EXPERIMENT… | all | serve | page

            Repeats published experiments about virtual threads with real JVMs, drivers, and a database, and prints our figures
            next to the published ones, with vt-monitor's own answer for each run.

            experiments: plain block query overwhelm threadlocal footprint one-carrier product sync-query thread-count
              sleep-5 sleep-10 executor cpu pooling trace ways deadlocks lucene unpin waits number
            serve: only the application, with the first of the JDKs and drivers, for your own load tools, until Ctrl-C
            page: writes the results in DIR into docs/evidence/experiments.md, and leaves the rest of it; runs nothing

              --quick         seconds each, smaller than published; 'all' takes about four minutes after the build
              --jdk A[,B]     the Java where monitors pin and the one to compare (default: 21,25; accepted: 21, 25, 26,
                              27)
              --driver V,…    drivers of 'query' and 'sync-query': 8.0.33, 8.4.0, 26.10.0, mariadb-3.5.11 (default: all,
                              and 8.0.33)
              --db URL        a MySQL or MariaDB of your own, jdbc:mysql://HOST:PORT/DATABASE?user=NAME&password=WORD, with room
                              for 200 connections; 'product' makes a table vt_monitor_product there (default: a MariaDB that
                              the lab starts and stops itself)
              --parallelism N carriers, where an experiment does not fix them (default: the JDK's, one per core)
              --port N        the application's port (default: a free one)
              --agent OPTIONS more options for the agent, key=value,key=value, as in docs/options.md
              --out DIR       where results, recordings and logs go (default: sample-app/target/lab)
              --help          this text

            A run of published size writes docs/evidence/experiments.md once each experiment has its result in DIR.
            """;

    private static final String ACCEPTED =
            "--quick, --jdk A[,B], --driver V,…, --db URL, --parallelism N, --port N, --agent OPTIONS, --out DIR,"
                    + " --help";
    private static final String NOTHING_STARTED = " Nothing was built or started.";

    /** Checks the arguments and says what is wrong with them. Exit code 0: they are fine, or help was asked for. */
    public static void main(String[] arguments) {
        try {
            if (List.of(arguments).contains("--help")) {
                System.out.print(HELP);
            } else {
                parse(List.of(arguments));
            }
        } catch (IllegalArgumentException e) {
            System.err.println("lab: " + e.getMessage());
            System.exit(2);
        }
    }

    static LabOptions parse(List<String> arguments) {
        var parser = new Parser();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            parser.take(rest.next(), rest);
        }
        return parser.options();
    }

    /** Takes one argument after the other. */
    private static final class Parser {
        private final List<String> named = new ArrayList<>();
        private boolean quick;
        private List<Integer> jdks = List.of(21, 25);
        private List<String> drivers = List.of();
        private Optional<String> database = Optional.empty();
        private OptionalInt parallelism = OptionalInt.empty();
        private int port;
        private String agent = "";
        private Optional<Path> out = Optional.empty();

        void take(String argument, Iterator<String> rest) {
            switch (argument) {
                case "--quick" -> quick = true;
                case "--jdk" -> jdks = jdks(value(argument, rest));
                case "--driver" -> drivers = List.of(value(argument, rest).split(",", -1));
                case "--db" -> database = Optional.of(jdbcUrl(value(argument, rest)));
                case "--parallelism" -> parallelism = OptionalInt.of(number(argument, value(argument, rest), 999));
                case "--port" -> port = number(argument, value(argument, rest), 65535);
                case "--agent" -> agent = value(argument, rest);
                case "--out" -> out = Optional.of(Path.of(value(argument, rest)));
                default -> experiment(argument);
            }
        }

        LabOptions options() {
            if (named.isEmpty()) {
                throw wrong(
                        "No experiment was named. Accepted are " + String.join(", ", IDS) + ", or all, serve, page.");
            }
            for (String alone : ALONE) {
                if (named.contains(alone) && named.size() > 1) {
                    throw wrong("'" + alone + "' can't be combined with experiments.");
                }
            }
            var inOrder = ALONE.contains(named.get(0))
                    ? named
                    : IDS.stream().filter(named::contains).toList();
            return new LabOptions(
                    inOrder, quick, jdks.get(0), jdks.get(1), drivers, database, parallelism, port, agent, out);
        }

        private void experiment(String argument) {
            if (ALONE.contains(argument)) {
                named.add(argument);
            } else if (argument.equals("all")) {
                named.addAll(IDS);
            } else if (IDS.contains(argument)) {
                named.add(argument);
            } else if (argument.startsWith("-")) {
                throw wrong("'" + argument + "' is not an option of the lab. Accepted are " + ACCEPTED + ".");
            } else {
                throw wrong("'" + argument + "' is not an experiment. Accepted are " + String.join(", ", IDS)
                        + ", or all, serve, page.");
            }
        }
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw wrong(option + " needs a value. Accepted are " + ACCEPTED + ".");
        }
        return rest.next();
    }

    private static List<Integer> jdks(String text) {
        if (!text.matches("(21|25|26|27)(,(21|25|26|27))?")) {
            throw wrong("--jdk got '" + text + "'. Accepted is one or two of 21, 25, 26, 27, such as 21,27.");
        }
        var parts = text.split(",", -1);
        return List.of(Integer.valueOf(parts[0]), Integer.valueOf(parts[parts.length - 1]));
    }

    private static int number(String option, String text, int most) {
        if (!text.matches("[1-9][0-9]{0,4}") || Integer.parseInt(text) > most) {
            throw wrong(option + " got '" + text + "'. Accepted is a number from 1 to " + most + ".");
        }
        return Integer.parseInt(text);
    }

    private static String jdbcUrl(String url) {
        if (!isMysql(url)) {
            // As Database.printable, which this file can't use: the script compiles it alone.
            throw wrong("--db got '" + url.replaceFirst("\\?.*", "?…").replaceFirst("//.*@", "//…@")
                    + "'. Accepted is jdbc:mysql://HOST:PORT/DATABASE?user=NAME&password=WORD; without --db the lab"
                    + " starts a MariaDB itself.");
        }
        return url;
    }

    private static boolean isMysql(String url) {
        try {
            return url.startsWith("jdbc:mysql://")
                    && new URI(url.substring("jdbc:".length())).getRawAuthority() != null;
        } catch (URISyntaxException ignored) {
            return false;
        }
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + NOTHING_STARTED);
    }
}
