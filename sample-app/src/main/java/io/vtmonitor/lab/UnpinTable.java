package io.vtmonitor.lab;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code unpin} changes, library by library: the seconds that so many virtual threads take on JDK 21 without it,
 * with it, and with the release that needs it no more. Started by {@code sample-app/unpin}, which builds first. Ends
 * with exit code 1 where a library does not get what is claimed.
 */
public final class UnpinTable {
    private static final Pattern FIGURE = Pattern.compile("(?m)^seconds ([\\d.E]+)$");
    private static final Pattern REWRITTEN =
            Pattern.compile("unpin: rewrote (\\d+) places? .*?; (\\d+) takes? monitor and lock, (\\d+) keeps?");

    /** {@code lazy} locks itself or what it was given, so it locks both ways and pins as before. */
    private static final Set<String> LOCKS_BOTH_WAYS = Set.of("kotlin");

    private static final int ROUNDS = 7;
    private static final int RATE_THREADS = 40;
    private static final int RATE_MILLIS = 10;
    private static final int POOLED_THREADS = 200;
    private static final List<String> RATES = List.of("rate", "query", "pooled");
    private static final String UNSOUND = "UNSOUND";

    private final Checkout checkout;
    private final Path out;
    private final Jdk jdk;
    private final int threads;
    private final int millis;
    private final int postgres;
    private final List<String> missed = new ArrayList<>();

    private UnpinTable(Checkout checkout, Jdk jdk, int threads, int millis, int postgres) throws IOException {
        this.postgres = postgres;
        this.checkout = checkout;
        this.jdk = jdk;
        this.threads = threads;
        this.millis = millis;
        out = Files.createDirectories(checkout.root().resolve("sample-app/target/unpin"));
    }

    /**
     * A line of the table.
     *
     * @param kind what {@link Waits} is to do
     * @param url a driver's, {@code {port}} for the database's port, {@code {postgres}} for PostgreSQL's; empty for
     *     none
     * @param pattern what is rewritten
     * @param jar the release that pins; empty for the application's own class
     * @param fixed the release that does not pin; empty if there is none
     */
    private record Line(String kind, String url, String pattern, String jar, String fixed) {}

    private static final String POOL = "HikariCP-7.1.0";
    private static final String MYSQL = "jdbc:mysql://127.0.0.1:{port}/test?user=root&sslMode=DISABLED";
    private static final String MARIADB =
            "jdbc:mariadb://127.0.0.1:{port}/test?user=root&sslMode=disable&useReadAheadInput=true";
    private static final List<Line> LINES = List.of(
            new Line("jdbc", MYSQL, "com.mysql.cj.**", "mysql-connector-j-8.0.33", "mysql-connector-j-9.7.0"),
            new Line("jdbc", MYSQL, "com.mysql.cj.**", "mysql-connector-j-8.4.0", "mysql-connector-j-9.7.0"),
            new Line("jdbc", MARIADB, "org.mariadb.jdbc.**", "mariadb-java-client-3.2.0", "mariadb-java-client-3.5.11"),
            new Line(
                    "postgres",
                    "jdbc:postgresql://127.0.0.1:{postgres}/test?user=test&sslmode=disable&preferQueryMode=simple",
                    "org.postgresql.**",
                    "postgresql-42.5.6",
                    "postgresql-42.7.14"),
            new Line("h2", "", "org.h2.**", "h2-2.2.220", "h2-2.5.252"),
            new Line("hikari", "", "com.zaxxer.hikari.**", POOL, ""),
            new Line("pool", "", "org.apache.commons.pool2.**", "commons-pool2-2.13.1", ""),
            new Line("kotlin", "", "kotlin.**", "kotlin-stdlib-2.4.0", ""),
            new Line("plain", "", "io.vtmonitor.lab.Waits", "", ""));

    /**
     * Arguments: threads and milliseconds that each waits, 100 and 1000 by default; rounds of rates, 7 by default; one
     * of {@link #RATES}, for that alone; what is rewritten for it, the driver by default.
     */
    public static void main(String[] arguments) {
        List<String> rates = arguments.length > 3 ? List.of(arguments[3]) : RATES;
        if (!RATES.containsAll(rates)) {
            System.err.println("unpin: there are no queries '" + arguments[3] + "'; accepted: " + RATES
                    + ". Nothing was started.");
            System.exit(2);
        }
        var started = new Started("unpin");
        try (started) {
            var checkout = new Checkout(
                    Path.of(System.getProperty("vtmonitor.root", ".")).toAbsolutePath());
            int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
            int millis = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
            var server =
                    started.start(() -> EmbeddedMariaDb.start(checkout.root().resolve("sample-app/target/mariadb")));
            Matcher port = Pattern.compile(":(\\d+)/").matcher(server.database().url());
            if (!port.find()) {
                throw new DemoFailure("the database's URL names no port");
            }
            var table = new UnpinTable(checkout, Jdk.find(checkout.root(), 21), threads, millis, postgres(started));
            if (arguments.length <= 3) {
                table.print(port.group(1));
            }
            table.printRates(
                    started,
                    port.group(1),
                    arguments.length > 2 ? Integer.parseInt(arguments[2]) : ROUNDS,
                    rates,
                    arguments.length > 4 ? arguments[4] : LINES.get(0).pattern);
            if (!table.missed.isEmpty()) {
                throw new DemoFailure("Claimed but not measured:  " + String.join("; ", table.missed) + ".");
            }
        } catch (NumberFormatException e) {
            System.err.println("unpin: " + e.getMessage()
                    + "; accepted: [THREADS [MILLISECONDS [ROUNDS [rate|query|pooled [PATTERN]]]]]");
            System.exit(2);
        } catch (DemoFailure | IOException | InterruptedException e) {
            System.err.println("unpin: " + e.getMessage());
            System.exit(1);
        }
    }

    private static int postgres(Started started) {
        Path programs = PostgresServer.programs();
        if (programs == null) {
            System.out.println(
                    "No PostgreSQL is installed (Debian: apt-get install postgresql); a program of the lab answers"
                            + " pgjdbc in its place.");
            return started.start(PostgresAnswers::start).port();
        }
        PostgresServer server = started.start(() -> PostgresServer.start(programs));
        System.out.println(server + " answers pgjdbc");
        return server.port();
    }

    private void print(String port) throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "JDK %s, %d processors, load %.1f; %d virtual threads wait %d ms each%n%n",
                jdk.home().getFileName(),
                Runtime.getRuntime().availableProcessors(),
                load(),
                threads,
                millis);
        System.out.printf(
                "%-28s %9s %9s %9s   %s%n",
                "library", "plain s", "unpin s", "fixed s", "places: rewritten, both, kept");
        for (Line line : LINES) {
            print(line, port);
        }
    }

    private void printRates(Started started, String port, int rounds, List<String> kinds, String pattern) {
        Line line = LINES.get(0);
        var rates = new QueryRates(
                (kind, threadsAsking, jar, unpinned) -> started.start(() -> new QueryClient(
                        command(
                                new Line(kind, line.url, pattern, jar, ""),
                                jar,
                                port,
                                unpinned ? pattern : "",
                                threadsAsking,
                                RATE_MILLIS),
                        out.resolve(jar + "-" + kind + (unpinned ? "-unpin" : "") + ".txt"))),
                line.jar,
                line.fixed,
                rounds,
                missed);
        for (String kind : kinds) {
            switch (kind) {
                case "rate" -> rates.sleeping(RATE_THREADS, RATE_MILLIS / 1000.0);
                case "query" -> rates.brief(RATE_THREADS);
                case "pooled" -> rates.pooled(POOLED_THREADS);
                default -> throw new IllegalStateException(kind);
            }
        }
    }

    /** What else runs on the machine, and what ran a minute ago. */
    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private void print(Line line, String port) throws IOException, InterruptedException {
        String library = line.jar.isEmpty() ? "a class of the application" : line.jar;
        Answer plain = run(line, line.jar, port, "");
        Answer unpinned = run(line, line.jar, port, line.pattern);
        String fixed = line.fixed.isEmpty() ? "-" : run(line, line.fixed, port, "").seconds;
        if (!LOCKS_BOTH_WAYS.contains(line.kind) && isHeldUp(plain.exact, unpinned.exact)) {
            missed.add(library + " takes " + unpinned.seconds + " s with unpin, " + plain.seconds + " s without");
        }
        Matcher places = REWRITTEN.matcher(unpinned.text);
        System.out.printf(
                "%-28s %9s %9s %9s   %s%s%n",
                library,
                plain.seconds,
                unpinned.seconds,
                fixed,
                places.find() ? places.group(1) + ", " + places.group(2) + ", " + places.group(3) : "?",
                unpinned.text.contains(UNSOUND) ? ", UNSOUND: see " + out.resolve(library + "-unpin.txt") : "");
    }

    /** Claimed is that at least half of what comes on top of one wait is gone. */
    private boolean isHeldUp(double plain, double unpinned) {
        double wait = millis / 1000.0;
        return unpinned - wait > (plain - wait) / 2;
    }

    private record Answer(String seconds, double exact, String text) {}

    private Answer run(Line line, String jar, String port, String pattern) throws IOException, InterruptedException {
        Path text = out.resolve((jar.isEmpty() ? line.kind : jar) + (pattern.isEmpty() ? "" : "-unpin") + ".txt");
        Process process = new ProcessBuilder(command(line, jar, port, pattern, threads, millis))
                .redirectErrorStream(true)
                .redirectOutput(text.toFile())
                .start();
        int code = process.waitFor();
        String said = Files.readString(text, StandardCharsets.UTF_8);
        Matcher figure = FIGURE.matcher(said);
        if (code != 0 || !figure.find()) {
            throw new DemoFailure(
                    "Ran " + line.kind + " with " + jar + ", and saw exit code " + code + "; " + text + " says why.");
        }
        double exact = Double.parseDouble(figure.group(1));
        return new Answer(String.format(Locale.ROOT, "%.2f", exact), exact, said);
    }

    private List<String> command(Line line, String jar, String port, String pattern, int threads, int millis) {
        var command = new ArrayList<String>();
        command.add(jdk.java().toString());
        if (!pattern.isEmpty()) {
            command.add("-javaagent:" + checkout.agentJar() + "=unpin=" + pattern);
        }
        command.addAll(List.of(
                "-cp",
                classPath(jar),
                Waits.class.getName(),
                line.kind,
                String.valueOf(threads),
                String.valueOf(millis),
                line.url.replace("{port}", port).replace("{postgres}", String.valueOf(postgres))));
        return command;
    }

    /** The library to be tried goes first: the lab's own class path may have another version of it. */
    private String classPath(String jar) {
        Path libraries = checkout.root().resolve("sample-app/target/unpin-libs");
        Path classes = checkout.root().resolve("sample-app/target/classes");
        String own = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(element -> !element.contains("mysql-connector")
                        && !element.contains("mariadb-java-client")
                        && !element.contains("HikariCP")
                        && !element.contains("kotlin-stdlib"))
                .collect(Collectors.joining(File.pathSeparator));
        return (jar.isEmpty() ? "" : libraries.resolve(jar + ".jar") + File.pathSeparator)
                + libraries.resolve(POOL + ".jar")
                + File.pathSeparator
                + classes
                + File.pathSeparator
                + own;
    }
}
