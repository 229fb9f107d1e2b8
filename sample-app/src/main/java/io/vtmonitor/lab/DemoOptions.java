package io.vtmonitor.lab;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the demo is asked to do. The script runs this file from its source before it builds anything, so that a wrong
 * option is answered at once: hence it uses nothing but the JDK 17 and itself.
 *
 * @param quick fewer and shorter requests
 * @param database the JDBC URL of a database of one's own, empty for the embedded one
 * @param out where the recordings and reports go
 * @param carriers parallelism of the virtual-thread scheduler, empty for the JDK's default
 */
public record DemoOptions(boolean quick, Optional<String> database, Optional<Path> out, OptionalInt carriers) {
    static final String HELP = """
            usage: sample-app/demo [options]

            Builds vt-monitor and the sample application, then serves the same concurrent queries of a real database four
            times: JDK 21 and 25, each with Connector/J 8.0.33 and its newest release. Shows what pinned the carriers.

              --quick      40 requests of 0.25 s instead of 100 of 1 s: about a minute instead of two, after the build
              --db URL     a MySQL or MariaDB of your own, jdbc:mysql://HOST:PORT/DATABASE?user=NAME&password=WORD, with room
                           for 100 connections (default: a MariaDB that the demo starts and stops itself)
              --carriers N parallelism of the virtual-thread scheduler (default: the JDK's, one per core)
              --out DIR    where recordings, reports and logs go (default: sample-app/target/demo)
              --help       this text
            """;

    private static final String ACCEPTED = "--quick, --db URL, --carriers N, --out DIR, --help";
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
            System.err.println("demo: " + e.getMessage());
            System.exit(2);
        }
    }

    static DemoOptions parse(List<String> arguments) {
        var options = new DemoOptions(false, Optional.empty(), Optional.empty(), OptionalInt.empty());
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    int requests() {
        return quick ? 40 : 100;
    }

    double seconds() {
        return quick ? 0.25 : 1;
    }

    private DemoOptions with(String option, Iterator<String> rest) {
        return switch (option) {
            case "--quick" -> new DemoOptions(true, database, out, carriers);
            case "--db" -> new DemoOptions(quick, Optional.of(jdbcUrl(value(option, rest))), out, carriers);
            case "--out" -> new DemoOptions(quick, database, Optional.of(Path.of(value(option, rest))), carriers);
            case "--carriers" -> new DemoOptions(quick, database, out, OptionalInt.of(count(value(option, rest))));
            default ->
                throw new IllegalArgumentException("'" + option + "' is not an option of the demo. Accepted are "
                        + ACCEPTED + "." + NOTHING_STARTED);
        };
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(
                    option + " needs a value. Accepted are " + ACCEPTED + "." + NOTHING_STARTED);
        }
        return rest.next();
    }

    private static int count(String text) {
        if (!text.matches("[1-9][0-9]{0,2}")) {
            throw new IllegalArgumentException(
                    "--carriers got '" + text + "'. Accepted is a number from 1 to 999." + NOTHING_STARTED);
        }
        return Integer.parseInt(text);
    }

    private static String jdbcUrl(String url) {
        if (!isMysql(url)) {
            // As Database.printable, which this file can't use: the script compiles it alone.
            String shown = url.replaceFirst("\\?.*", "?…").replaceFirst("//.*@", "//…@");
            throw new IllegalArgumentException("--db got '" + shown
                    + "'. Accepted is jdbc:mysql://HOST:PORT/DATABASE?user=NAME&password=WORD; without --db the demo"
                    + " starts a MariaDB itself." + NOTHING_STARTED);
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
}
