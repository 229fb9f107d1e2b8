package io.vtmonitor.randomwaits;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What a random program is made of: threads, locks and the frames that take them, and what never comes. */
abstract class ProgramParts {
    private static final int FIRST_WITH_FREE_MONITORS = 24;
    static final int FIRST_WITH_OWNERS = 25;
    static final Set<String> LOCK = Set.of("lock");
    private static final Set<String> MONITOR = Set.of("monitor_enter");

    final Random random;
    final int number;
    final int jdk;
    final boolean ends;
    final String packageName;
    final Truth truth = new Truth();
    final List<String> text = new ArrayList<>();
    final StringBuilder members = new StringBuilder();
    final StringBuilder start = new StringBuilder();
    private int names;

    ProgramParts(long seed, int number, int jdk, boolean ends) {
        random = new Random((seed * 31 + number) * 0x9E3779B97F4A7C15L); // neighbors differ from the first draw on
        this.number = number;
        this.jdk = jdk;
        this.ends = ends;
        packageName = "waits.p" + number;
    }

    public Truth truth() {
        return truth;
    }

    public boolean isToEnd() {
        return ends;
    }

    public int number() {
        return number;
    }

    /** What it is, for a message. */
    public String text() {
        return "p" + number + " " + text;
    }

    public String fileName() {
        return packageName.replace('.', '/') + "/Entry.java";
    }

    public String source() {
        return "package " + packageName + ";\n"
                + "import io.vtmonitor.randomwaits.RandomWaits;\n"
                + "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.locks.*;\n"
                + "import java.net.*;\n"
                + "public final class Entry {\n"
                + "static final int P = " + number + ";\n"
                + members
                + "public static void start() throws Throwable {\n" + start + "}\n"
                + (members.indexOf("OwnLock") >= 0 ? OWN_LOCK : "")
                + "}\n";
    }

    private static final String OWN_LOCK = """
            static final class OwnLock {
            static final class Sync extends AbstractQueuedSynchronizer {
            protected boolean tryAcquire(int ignored) {
            if (compareAndSetState(0, 1)) { setExclusiveOwnerThread(Thread.currentThread()); return true; } return false; }
            protected boolean tryRelease(int ignored) { setExclusiveOwnerThread(null); setState(0); return true; }
            }
            final Sync sync = new Sync();
            void lock() { sync.acquire(1); }
            void unlock() { sync.release(1); }
            }
            """;

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    String named(String prefix) {
        return prefix + names++;
    }

    String full(String name) {
        return "p" + number + "-" + name;
    }

    String here(String method) {
        return packageName + ".Entry." + method;
    }

    void field(String type, String name, String made) {
        members.append("static final ")
                .append(type)
                .append(' ')
                .append(name)
                .append(" = ")
                .append(made)
                .append(";\n");
    }

    /** A call of the C library. */
    void foreign(String name, String made) {
        members.append("static final java.lang.invoke.MethodHandle " + name + " = " + name + "made();\n"
                + "static java.lang.invoke.MethodHandle " + name + "made() {\ntry {\n"
                + "return io.vtmonitor.randomwaits.Foreign." + made
                + ";\n} catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }\n}\n");
    }

    void method(String name, String body) {
        members.append("static void ")
                .append(name)
                .append("() throws Throwable {\n")
                .append(body)
                .append("\n}\n");
    }

    String kindOfThread() {
        int of100 = random.nextInt(100);
        return of100 < 75 ? "virtual" : of100 < 87 ? "platform" : "other";
    }

    void thread(String kind, String name, String method) {
        start.append(started(kind, name, method)).append(";\n");
    }

    static String started(String kind, String name, String method) {
        return "RandomWaits.start(\"" + kind + "\", P, \"" + name + "\", () -> {\ntry { " + method
                + "(); } catch (Throwable e) { RandomWaits.ended(e); } })";
    }

    boolean monitorsPin() {
        return jdk < FIRST_WITH_FREE_MONITORS;
    }

    LockKind lockKind() {
        LockKind kind = pick(List.of(LockKind.values()));
        return kind == LockKind.STAMPED && chance(50) ? LockKind.REENTRANT : kind;
    }

    /** A lock, and how a frame gets at it: there are others of the same class beside it. */
    String lock(LockKind kind) {
        String name = named("lock");
        String type = kind.declared();
        switch (random.nextInt(5)) {
            case 0 -> {
                field(
                        type + "[]",
                        name,
                        "new " + type.replaceAll("<.*", "") + "[] {" + kind.made + ", " + kind.made + "}");
                return name + "[1]";
            }
            case 1 -> {
                field(
                        "Map<String, " + type + ">",
                        name,
                        "Map.of(\"one\", " + kind.made + ", \"other\", " + kind.made + ")");
                return name + ".get(\"one\")";
            }
            case 2 -> {
                field(type, name, kind.made);
                members.append("static " + type + " get" + name + "() { return " + name + "; }\n");
                return "get" + name + "()";
            }
            case 3 -> {
                members.append("static " + type + " " + name + " = " + kind.made + ";\n");
                return name;
            }
            default -> {
                field(type, name, kind.made);
                return name;
            }
        }
    }

    static String type(LockKind kind) {
        return kind.isMonitor() ? "" : kind.type;
    }

    static Set<String> operation(LockKind kind) {
        return kind.isMonitor() ? MONITOR : kind == LockKind.OWN ? Set.of("lock", "park") : LOCK;
    }

    /**
     * A method that takes the lock and does something while it has it.
     *
     * @param took gets the methods that have taken it
     * @return its name
     */
    String holding(LockKind kind, String lock, String body, Set<String> took) {
        String hold = named("hold");
        String inner = named("inner");
        int way = random.nextInt(10);
        text.add(kind + " way " + way);
        switch (way) {
            case 0 -> {
                method(inner, body);
                method(hold, kind.around(lock, inner + "();"));
                took.add(here(hold));
            }
            case 1 -> {
                members.append("static void " + inner + "(RandomWaits.Task task) throws Throwable {\n"
                        + kind.around(lock, "task.run();") + "\n}\n");
                method(hold, inner + "(() -> {\n" + body + "\n});");
                took.add(here(inner));
            }
            case 2 -> {
                method(inner, kind.around(lock, body));
                method(hold, kind.around(lock, "RandomWaits.count();") + "\n" + inner + "();");
                took.add(here(inner));
            }
            case 3 -> {
                String decoy = lock(kind);
                method(inner, kind.around(lock, body));
                method(hold, kind.around(decoy, inner + "();"));
                took.add(here(inner));
            }
            case 4 -> {
                String decoy = lock(kind);
                method(inner, kind.around(decoy, body));
                method(hold, kind.around(lock, inner + "();"));
                took.add(here(hold));
            }
            case 5 -> {
                if (kind == LockKind.STAMPED || kind == LockKind.OWN) {
                    method(hold, kind.around(lock, body));
                } else {
                    method(inner, kind.around(lock, body));
                    method(hold, kind.around(lock, inner + "();"));
                    took.add(here(inner));
                }
                took.add(here(hold));
            }
            case 6 -> {
                String decoy = lock(kind);
                method(hold, kind.around(decoy, "RandomWaits.count();") + "\n" + kind.around(lock, body));
                took.add(here(hold));
            }
            case 7 -> {
                String local = named("local");
                method(hold, "var " + local + " = " + lock + ";\n" + kind.around(local, body));
                took.add(here(hold));
            }
            case 8 -> {
                if (kind.isMonitor() || kind == LockKind.STAMPED) {
                    method(hold, kind.around(lock, body));
                } else {
                    method(inner, kind.open(lock));
                    method(hold, inner + "();\ntry {\n" + body + "\n} finally {\n" + kind.close(lock) + "\n}");
                }
                took.add(here(hold));
            }
            default -> {
                method(hold, kind.around(lock, body));
                took.add(here(hold));
            }
        }
        return hold;
    }

    /** What a thread waits for that nobody of the program will bring about. */
    enum Never {
        SLEEP("sleep", false),
        PARK("park", false),
        LATCH("latch", true),
        QUEUE("queue", false),
        HANDOVER("queue", false),
        SEMAPHORE("semaphore", true),
        FUTURE("future", false),
        JOIN("join", true),
        OBJECT_WAIT("object_wait", false),
        CONDITION("condition", false),
        EXCHANGER("queue", false),
        PHASER("latch", true),
        BARRIER("latch", true),
        SOCKET("socket_read", false),
        TIMED_LATCH("latch", false),
        TIMED_SEMAPHORE("semaphore", false),
        TIMED_QUEUE("queue", false),
        FOREIGN("running", false);

        final String operation;
        /** Whether a thread that keeps its carrier for it waits for other threads of the JVM. */
        final boolean forOthers;

        Never(String operation, boolean forOthers) {
            this.operation = operation;
            this.forOthers = forOthers;
        }
    }

    Never never(boolean platform) {
        return never(platform, false);
    }

    /** @param several whether several threads do it: two that exchange something do not wait. */
    Never never(boolean platform, boolean several) {
        while (true) {
            Never drawn = pick(List.of(Never.values()));
            Never never = several && drawn == Never.EXCHANGER ? Never.LATCH : drawn;
            if (never != Never.SOCKET || !platform) { // whose read no interrupt ends
                text.add(never.toString());
                return never;
            }
        }
    }

    /** The code of that wait, by objects of its own. */
    String code(Never never) {
        String it = named("it");
        return switch (never) {
            case SLEEP -> "Thread.sleep(3_600_000L);";
            case PARK -> "while (!Thread.currentThread().isInterrupted()) { LockSupport.park(); }";
            case LATCH, TIMED_LATCH -> {
                field("CountDownLatch", it, "new CountDownLatch(1)");
                yield it + (never == Never.LATCH ? ".await();" : ".await(1, TimeUnit.HOURS);");
            }
            case QUEUE, TIMED_QUEUE -> {
                field(
                        "BlockingQueue<String>",
                        it,
                        pick(List.of(
                                "new LinkedBlockingQueue<>()",
                                "new ArrayBlockingQueue<>(3)",
                                "new LinkedBlockingDeque<>()",
                                "new PriorityBlockingQueue<>()")));
                yield it + (never == Never.QUEUE ? ".take();" : ".poll(1, TimeUnit.HOURS);");
            }
            case HANDOVER -> {
                field("SynchronousQueue<String>", it, "new SynchronousQueue<>()");
                yield it + (chance(50) ? ".take();" : ".put(\"\");");
            }
            case SEMAPHORE, TIMED_SEMAPHORE -> {
                field("Semaphore", it, "new Semaphore(0" + (chance(50) ? ", true)" : ")"));
                yield never == Never.SEMAPHORE ? it + ".acquire();" : it + ".tryAcquire(1, TimeUnit.HOURS);";
            }
            case FUTURE -> {
                field("CompletableFuture<String>", it, "new CompletableFuture<>()");
                yield it + ".get();";
            }
            case JOIN -> {
                members.append("static volatile Thread " + it + ";\n");
                String sleeps = named("sleeps");
                method(sleeps, "Thread.sleep(3_600_000L);");
                start.append(it + " = " + started("virtual", sleeps, sleeps) + ";\n");
                yield it + ".join();";
            }
            case OBJECT_WAIT -> {
                field("Object", it, "new Object()");
                yield "synchronized (" + it + ") { while (true) { " + it + ".wait(); } }";
            }
            case CONDITION -> {
                field("ReentrantLock", it, "new ReentrantLock()");
                field("Condition", it + "c", it + ".newCondition()");
                yield it + ".lock(); try { while (true) { " + it + "c.await(); } } finally { " + it + ".unlock(); }";
            }
            case EXCHANGER -> {
                field("Exchanger<String>", it, "new Exchanger<>()");
                yield it + ".exchange(\"\");";
            }
            case PHASER -> {
                field("Phaser", it, "new Phaser(1)");
                yield it + ".awaitAdvanceInterruptibly(" + it + ".getPhase());";
            }
            case BARRIER -> {
                field("CyclicBarrier", it, "new CyclicBarrier(1_000)");
                yield it + ".await();";
            }
            case SOCKET -> {
                members.append("static ServerSocket " + it + "s; static Socket " + it + ";\n");
                start.append(it + "s = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());\n");
                start.append(it + " = new Socket(InetAddress.getLoopbackAddress(), " + it + "s.getLocalPort());\n");
                yield it + ".getInputStream().read();";
            }
            case FOREIGN -> {
                boolean sleeps = chance(50);
                foreign(it, sleeps ? "sleeping()" : "polling()");
                yield "while (!Thread.currentThread().isInterrupted()) { int ignored = (int) " + it + ".invokeExact("
                        + (sleeps ? 100_000 : 100) + "); }";
            }
        };
    }

    int some() {
        return pick(List.of(1, 1, 2, 3, 5, 9, 10, 12, 14));
    }

    /** Threads that want what is had, in a method of their own. */
    Set<String> wanting(LockKind kind, String lock, int threads, Set<String> holders, Set<String> took) {
        String want = named("want");
        method(want, kind.want(lock));
        Set<String> wanting = new TreeSet<>();
        for (int i = 0; i < threads; i++) {
            String name = named("w");
            wanting.add(full(name));
            thread(kindOfThread(), name, want);
        }
        place(kind, want, holders, wanting, took);
        return wanting;
    }

    void place(LockKind kind, String want, Set<String> holders, Set<String> wanting, Set<String> took) {
        boolean owned = kind.hasOwner;
        String method = kind == LockKind.OWN ? packageName + ".Entry$OwnLock.lock" : here(want);
        truth.place(method, operation(kind), type(kind), owned ? holders : Set.of(), owned ? took : Set.of());
        if (ends && owned) {
            truth.later(method, wanting, Set.of(here(want)));
        }
    }

    void formerOwner(LockKind kind, String lock) {
        String waits = named("former");
        String there = named("there");
        field("CountDownLatch", there, "new CountDownLatch(1)");
        if (kind.isMonitor()) {
            method(
                    waits,
                    "synchronized (" + lock + ") { " + there + ".countDown(); while (true) { " + lock + ".wait(); } }");
        } else if (kind == LockKind.REENTRANT || kind == LockKind.FAIR) {
            method(
                    waits,
                    lock + ".lock(); try { " + there + ".countDown(); " + lock + ".newCondition().await(); } finally { "
                            + lock + ".unlock(); }");
        } else {
            return;
        }
        text.add("another awaits a signal");
        String name = named("former");
        thread("virtual", name, waits);
        start.append(there + ".await();\n");
    }

    String pool(boolean hikari, int size) {
        String pool = named("pool");
        if (hikari) {
            members.append("static final com.zaxxer.hikari.HikariDataSource " + pool + " = " + pool + "();\n"
                    + "static com.zaxxer.hikari.HikariDataSource " + pool + "() {\n"
                    + "com.zaxxer.hikari.HikariConfig config = new com.zaxxer.hikari.HikariConfig();\n"
                    + "config.setDataSource(RandomWaits.connections());\n"
                    + "config.setMaximumPoolSize(" + size + ");\nconfig.setConnectionTimeout(600_000);\n"
                    + "config.setPoolName(\"pool" + number + "\");\n"
                    + "return new com.zaxxer.hikari.HikariDataSource(config);\n}\n");
        } else {
            members.append("static final org.apache.commons.pool2.impl.GenericObjectPool<Object> " + pool + " = " + pool
                    + "();\nstatic org.apache.commons.pool2.impl.GenericObjectPool<Object> " + pool + "() {\n"
                    + "var made = new org.apache.commons.pool2.impl.GenericObjectPool<Object>("
                    + "new org.apache.commons.pool2.BasePooledObjectFactory<Object>() {\n"
                    + "public Object create() { return new Object(); }\n"
                    + "public org.apache.commons.pool2.PooledObject<Object> wrap(Object it) {"
                    + " return new org.apache.commons.pool2.impl.DefaultPooledObject<>(it); }\n});\n"
                    + "made.setMaxTotal(" + size + ");\nreturn made;\n}\n");
        }
        return pool;
    }
}
