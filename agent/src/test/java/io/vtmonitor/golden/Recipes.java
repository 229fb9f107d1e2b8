package io.vtmonitor.golden;

import java.util.ArrayList;
import java.util.List;

/** Every way in which a library has been seen, or could be expected, to block. */
final class Recipes {
    private static final String SLF4J = "slf4j-api-2.0.20";
    private static final String POOL2 = "commons-pool2-2.13.1";
    private static final String KOTLIN = "kotlin-stdlib-2.4.0";
    private static final List<String> QUERIES = List.of("query", "prepared", "caller", "locked", "connect", "commit");

    private final List<Recipe> all = new ArrayList<>();

    private Recipes() {}

    static List<Recipe> all() {
        Recipes recipes = new Recipes();
        recipes.databases();
        recipes.pools();
        recipes.clients();
        recipes.inTheProcess();
        return recipes.all;
    }

    private void databases() {
        String mysql = "?sslMode=DISABLED&allowPublicKeyRetrieval=true&user=root";
        for (String library : List.of(
                "mysql-connector-java-8.0.28",
                "mysql-connector-j-8.0.33",
                "mysql-connector-j-8.4.0",
                "mysql-connector-j-9.7.0")) {
            jdbc(library, "jdbc:mysql://127.0.0.1:{mariadb}/" + mysql, "select sleep(0.3)");
        }
        String mariaDb = "jdbc:mariadb://127.0.0.1:{mariadb}/?sslMode=disable&user=root";
        for (String version : List.of("2.7.12", "3.2.0", "3.5.11")) {
            jdbc("mariadb-java-client-" + version, mariaDb, "select sleep(0.3)");
            add(
                    "mariadb-java-client-" + version,
                    List.of(SLF4J),
                    "Jdbc",
                    List.of("query-with-read-ahead"),
                    "select sleep(0.3)",
                    mariaDb + "&useReadAheadInput=true");
        }
        for (String library : List.of("postgresql-42.5.6", "postgresql-42.6.0", "postgresql-42.7.14")) {
            jdbc(
                    library,
                    "jdbc:postgresql://127.0.0.1:{postgresql}/postgres?user=postgres&sslmode=disable",
                    "select pg_sleep(0.3)");
        }
        add("h2-2.2.220", List.of(), "H2", List.of("query", "row-lock"));
        add("h2-2.5.252", List.of(), "H2", List.of("query", "row-lock"));
        add("sqlite-jdbc-3.54.1.0", List.of(SLF4J), "Sqlite", List.of("function", "shared-connection"));
    }

    private void jdbc(String library, String url, String query) {
        add(library, List.of(SLF4J), "Jdbc", QUERIES, query, url, url.replace("}", "-slow}"));
    }

    private void pools() {
        add("HikariCP-7.1.0", List.of(SLF4J), "Hikari", List.of("first-connection", "exhausted"));
        add("c3p0-0.10.2", List.of("mchange-commons-java-0.3.1"), "C3p0", List.of("exhausted"));
        add("c3p0-0.14.1", List.of("mchange-commons-java-0.6.1"), "C3p0", List.of("exhausted"));
        add(POOL2, List.of(), "Pool2", List.of("second-borrower-while-the-first-creates", "exhausted", "create"));
    }

    private void clients() {
        for (String library : List.of("jedis-5.1.5", "jedis-5.2.0")) {
            add(
                    library,
                    List.of(POOL2, SLF4J, "gson-2.11.0", "json-20240303"),
                    "Redis",
                    List.of("command", "pool-while-another-connects"),
                    "{redis}",
                    "{redis-slow}");
        }
        List<String> netty = new ArrayList<>(List.of(POOL2, "reactor-core-3.6.6", "reactive-streams-1.0.4"));
        for (String part : List.of("buffer", "codec", "common", "handler", "resolver", "transport")) {
            netty.add("netty-" + part + "-4.1.118.Final");
        }
        netty.add("netty-transport-native-unix-common-4.1.118.Final");
        add(
                "lettuce-core-6.5.5.RELEASE",
                netty,
                "Lettuce",
                List.of("command", "pool-while-another-connects", "master-replica"),
                "{redis-slow}");
        for (String library : List.of("amqp-client-5.18.0", "amqp-client-5.37.0")) {
            add(
                    library,
                    List.of(SLF4J),
                    "Rabbit",
                    List.of("connect", "declare", "confirm", "publish"),
                    "{rabbitmq-slow}");
        }
        web("okhttp-4.12.0", List.of("okio-jvm-3.6.0", KOTLIN), "OkHttp", "http1", "{http}");
        web("okhttp-4.12.0", List.of("okio-jvm-3.6.0", KOTLIN), "OkHttp", "http2", "{http2}");
        web("okhttp-jvm-5.5.1", List.of("okio-jvm-3.18.2", KOTLIN), "OkHttp", "http1", "{http}");
        web("okhttp-jvm-5.5.1", List.of("okio-jvm-3.18.2", KOTLIN), "OkHttp", "http2", "{http2}");
        apache("5.3.1", "5.2.4");
        apache("5.4.4", "5.3.4");
        web("jsoup-1.16.2", List.of(), "Jsoup", "get", "{http}");
        web("jsoup-1.24.1", List.of(), "Jsoup", "get", "{http}");
    }

    private void apache(String client, String core) {
        for (String what : List.of("exhausted", "request", "single-connection")) {
            web(
                    "httpclient5-" + client,
                    List.of("httpcore5-" + core, "httpcore5-h2-" + core, SLF4J),
                    "ApacheHttp",
                    what,
                    "{http}");
        }
    }

    private void web(String library, List<String> more, String program, String what, String port) {
        add(library, more, program, List.of(what), port);
    }

    private void inTheProcess() {
        add("logback-core-1.6.6", List.of(), "Logback", List.of("under-the-callers-monitor", "alone"));
        add(KOTLIN, List.of(), "KotlinLazy", List.of("synchronized", "publication"));
        add("caffeine-3.3.1", List.of(), "CaffeineCache", List.of("bounded", "unbounded", "async"));
        for (String guava : List.of("guava-32.1.3-jre", "guava-33.0.0-jre", "guava-33.8.0-jre")) {
            add(guava, List.of("failureaccess-1.0.2"), "Guava", List.of("load", "memoize"));
        }
        add("vavr-0.10.4", List.of(), "VavrLazy", List.of("lazy"));
        add("vavr-0.10.5", List.of(), "VavrLazy", List.of("lazy"));
        add("dagger-2.60.1", List.of("javax.inject-1", "jakarta.inject-api-2.0.1"), "Dagger", List.of("scoped"));
        add("httpcore-4.4.16", List.of(), "ApacheCore4", List.of("future"));
        add("jdk-21", List.of(), "Maps", List.of("computeIfAbsent", "compute", "merge", "second-key-user"));
        add("spring-core-6.0.23", List.of("spring-jcl-6.0.23"), "Spring", List.of("singleton", "throttle"));
    }

    private void add(String library, List<String> more, String program, List<String> whats, String... arguments) {
        for (String what : whats) {
            all.add(new Recipe(library, more, program, what, List.of(arguments)));
        }
    }
}
