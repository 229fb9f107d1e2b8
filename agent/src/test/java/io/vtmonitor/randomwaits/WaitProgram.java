package io.vtmonitor.randomwaits;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A random program: a class whose threads take locks, wait for each other, for pools, and for nothing, with decoys that
 * look like what they wait for. It stands still, or ends once its threads are interrupted.
 *
 * <p>Its truth holds for what the agent can know: virtual threads and whom they wait for.
 */
public final class WaitProgram extends PinParts {
    /** What the threads of a program do. */
    private enum Shape {
        /** One has a lock and waits; others want the lock. */
        HOLD(8),
        /** One waits for what the next one has, the last for what the first one has. */
        CIRCLE(6),
        /** The same, but one of them waits for a limited time only, or for something else. */
        CHAIN(4),
        /** Threads wait for what nobody has. */
        IDLE(5),
        /** Threads take turns in waiting for work. */
        TURNS(2),
        /** Threads that use one lock or permit for a moment each. */
        BUSY(4),
        /** The owner ended without releasing the lock. */
        ENDED_OWNER(2),
        /** All that a pool lends is lent. */
        POOL(3),
        /** Each thread that has something of a pool wants one more. */
        POOL_CIRCLE(1),
        /** Tasks that wait for tasks of their own executor. */
        EXECUTOR(2),
        /** A thread that runs a task waits for one that waits for its result. */
        TASK(2),
        /** A thread keeps its carrier and waits. */
        LOST_CARRIER(4),
        /** Readers and writers of one lock. */
        READERS(3);

        private final int weight;

        Shape(int weight) {
            this.weight = weight;
        }

        static Shape random(Random random) {
            int all = 0;
            for (Shape each : values()) {
                all += each.weight;
            }
            int left = random.nextInt(all);
            for (Shape each : values()) {
                left -= each.weight;
                if (left < 0) {
                    return each;
                }
            }
            throw new IllegalStateException();
        }
    }

    private WaitProgram(long seed, int number, int jdk, boolean ends) {
        super(seed, number, jdk, ends);
    }

    /** Of a JVM that runs others, too. */
    private WaitProgram beOfOneJvm() {
        Shape drawn = Shape.random(random);
        Shape shape = drawn == Shape.CIRCLE && ends ? Shape.CHAIN : drawn; // no interrupt ends a circle
        text.add(shape + (ends ? ", ends" : ", stands still"));
        switch (shape) {
            case HOLD -> hold();
            case CIRCLE -> circle(true);
            case CHAIN -> circle(false);
            case IDLE -> idle();
            case TURNS -> turns();
            case BUSY -> busy();
            case ENDED_OWNER -> endedOwner();
            case POOL -> pool();
            case POOL_CIRCLE -> poolCircle();
            case EXECUTOR -> executor();
            case TASK -> task();
            case LOST_CARRIER -> lostCarrier();
            case READERS -> readers();
        }
        return this;
    }

    /**
     * A program.
     *
     * @param seed the same program for the same one
     * @param number names its package, {@code waits.pN}
     * @param jdk on which it runs
     * @param ends whether it is to end
     */
    public static WaitProgram random(long seed, int number, int jdk, boolean ends) {
        return new WaitProgram(seed, number, jdk, ends).beOfOneJvm();
    }

    /** A program that holds all carriers of its JVM, or all but one. */
    public static WaitProgram stalling(long seed, int jdk) {
        WaitProgram program = new WaitProgram(seed, 0, jdk, false);
        program.stall();
        return program;
    }

    private void hold() {
        LockKind kind = lockKind();
        String lock = lock(kind);
        String kindOfOwner = kindOfThread();
        Never never = never(kindOfOwner.equals("platform"));
        String arrived = named("arrived");
        field("CountDownLatch", arrived, "new CountDownLatch(1)");
        String body = arrived + ".countDown();\n" + code(never);
        if (chance(15)) { // one that had it and awaits a signal
            formerOwner(kind, lock);
        }
        Set<String> took = new LinkedHashSet<>();
        String hold = holding(kind, lock, body, took);
        String owner = named("owner");
        thread(kindOfOwner, owner, hold);
        start.append(arrived + ".await();\n");
        int threads = some();
        text.add(threads + " want it");
        Set<String> wanting = wanting(kind, lock, threads, Set.of(full(owner)), took);
        Set<String> all = new TreeSet<>(wanting);
        all.add(full(owner));
        if (threads >= 10) {
            truth.may("lock_convoy", "", all);
        }
        if (monitorsPin()) {
            truth.may("lost_carrier", "", all);
        }
    }

    private void circle(boolean closed) {
        int size = 2 + random.nextInt(4);
        String met = named("met");
        field("CyclicBarrier", met, "new CyclicBarrier(" + size + ")");
        List<LockKind> kinds = new ArrayList<>();
        List<String> locks = new ArrayList<>();
        List<String> threads = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            LockKind kind = lockKind();
            if (closed && kind.isLimited()) {
                kind = LockKind.REENTRANT;
            }
            kinds.add(kind);
            locks.add(lock(kind));
            threads.add(named("t"));
        }
        // Where it is open, the last one waits for something else, or for a limited time.
        boolean limited = !closed && chance(50);
        if (limited) {
            kinds.set(0, LockKind.TRIED);
            locks.set(0, lock(LockKind.TRIED));
        }
        Set<String> all = new TreeSet<>();
        threads.forEach(each -> all.add(full(each)));
        List<Set<String>> took = new ArrayList<>();
        List<String> wants = new ArrayList<>();
        List<String> holds = new ArrayList<>();
        boolean known = true;
        boolean anyPlatform = false;
        List<String> threadKinds = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            LockKind next = kinds.get((i + 1) % size);
            String want = named("want");
            wants.add(want);
            boolean last = i == size - 1;
            String kindOfThread = kindOfThread();
            threadKinds.add(kindOfThread);
            anyPlatform |= kindOfThread.equals("platform");
            Never never = last && !closed && !limited ? never(kindOfThread.equals("platform")) : null;
            method(want, never != null ? code(never) : next.want(locks.get((i + 1) % size)));
            Set<String> tookThis = new LinkedHashSet<>();
            holds.add(holding(kinds.get(i), locks.get(i), met + ".await();\n" + want + "();", tookThis));
            took.add(tookThis);
            known &= kinds.get(i).hasOwner && kinds.get(i) != LockKind.OWN;
            known &= jdk >= FIRST_WITH_OWNERS || !kinds.get(i).isMonitor();
        }
        for (int i = 0; i < size; i++) {
            int next = (i + 1) % size;
            boolean open = i == size - 1 && !closed && !limited;
            if (!open) {
                place(kinds.get(next), wants.get(i), Set.of(full(threads.get(next))), all, took.get(next));
            }
            thread(threadKinds.get(i), threads.get(i), holds.get(i));
        }
        int behind = chance(50) ? 0 : some();
        Set<String> everyone = new TreeSet<>(all);
        if (behind > 0) {
            text.add(behind + " behind");
            start.append("Thread.sleep(20);\n");
            everyone.addAll(
                    wantingWhenTaken(kinds.get(1), locks.get(1), met, behind, full(threads.get(1)), took.get(1)));
        }
        text.add(closed ? "closed" : limited ? "limited" : "open");
        if (closed) {
            truth.must("deadlock", "", everyone, all, known && !anyStamped(kinds));
        }
        truth.may("lock_convoy", "", everyone);
        if (monitorsPin()) {
            truth.may("lost_carrier", "", everyone);
        }
    }

    private static boolean anyStamped(List<LockKind> kinds) {
        return kinds.contains(LockKind.STAMPED);
    }

    /** Those behind begin when all of the circle have what they have. */
    private Set<String> wantingWhenTaken(
            LockKind kind, String lock, String met, int threads, String owner, Set<String> took) {
        start.append("while (" + met + ".getNumberWaiting() > 0) { Thread.sleep(1); }\n");
        return wanting(kind, lock, threads, Set.of(owner), took);
    }

    private void idle() {
        Never never = never(true);
        String wait = named("idle");
        method(wait, code(never));
        int threads = some();
        text.add(threads + " threads");
        boolean alone = never == Never.HANDOVER || never == Never.EXCHANGER || never == Never.FOREIGN;
        for (int i = 0; i < (alone ? 1 : threads); i++) {
            thread(kindOfThread(), named("i"), wait);
        }
        truth.place(here(wait), Set.of(never.operation), "", Set.of(), Set.of());
    }

    private void turns() {
        int threads = some();
        String turn = named("turn");
        boolean monitor = chance(50);
        field(monitor ? "Object" : "ReentrantLock", turn, monitor ? "new Object()" : "new ReentrantLock()");
        String work = named("work");
        field("BlockingQueue<String>", work, chance(50) ? "new LinkedBlockingQueue<>()" : "new SynchronousQueue<>()");
        String takes = named("takes");
        LockKind kind = monitor ? LockKind.MONITOR : LockKind.REENTRANT;
        method(takes, kind.around(turn, "String task = " + work + ".take();\nRandomWaits.count();"));
        text.add(threads + " take turns by " + kind);
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < threads; i++) {
            String name = named("i");
            all.add(full(name));
            thread(kindOfThread(), name, takes);
        }
        truth.place(
                here(takes),
                Set.of("queue", kind.isMonitor() ? "monitor_enter" : "lock"),
                "",
                all,
                Set.of(here(takes)));
        if (monitorsPin() && monitor) {
            truth.may("lost_carrier", "", all); // those that wait for the monitor keep their carriers
        }
    }

    private void busy() {
        int threads = some();
        String uses = named("uses");
        String it = named("it");
        int way = random.nextInt(6);
        text.add(threads + " busy, way " + way);
        LockKind kind = way == 0 ? LockKind.REENTRANT : way == 1 ? LockKind.MONITOR : LockKind.FAIR;
        String once = switch (way) {
            case 0, 1, 2 -> {
                field(kind.declared(), it, kind.made);
                yield kind.around(it, "Thread.sleep(" + random.nextInt(6) + ");");
            }
            case 3 -> {
                field("Semaphore", it, "new Semaphore(1)");
                yield it + ".acquire();\ntry { Thread.sleep(2); } finally { " + it + ".release(); }";
            }
            case 4 -> {
                foreign(it, "filling()");
                yield "long filled = (long) " + it + ".invokeExact();";
            }
            default -> {
                field("BlockingQueue<String>", it, "new ArrayBlockingQueue<>(100)");
                yield it + ".put(\"\");\nThread.sleep(3);\n" + it + ".take();";
            }
        };
        int pause = random.nextInt(20) + (way == 4 ? 50 : 0); // what computes must leave the processors to the others
        method(
                uses,
                "while (!Thread.currentThread().isInterrupted()) {\n" + once + "\nThread.sleep(" + pause + ");\n}");
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < threads; i++) {
            String name = named("b");
            all.add(full(name));
            thread(kindOfThread(), name, uses);
        }
        truth.place(
                here(uses),
                // a stack that is read in between may show a park alone
                Set.of("sleep", "lock", "monitor_enter", "semaphore", "queue", "park"),
                "",
                way <= 2 ? all : Set.of(),
                Set.of(here(uses)));
    }

    private void endedOwner() {
        LockKind kind = pick(List.of(LockKind.REENTRANT, LockKind.FAIR, LockKind.WRITE, LockKind.TRIED));
        String lock = lock(kind);
        String owner = named("owner");
        String take = named("take");
        method(take, kind.open(lock));
        start.append(started(kindOfThread(), owner, take)).append(".join();\n");
        int threads = some();
        text.add(kind + ", " + threads + " want it");
        // Those that end by an interrupt do not get it.
        LockKind want = kind == LockKind.WRITE ? kind : kind == LockKind.TRIED ? kind : LockKind.INTERRUPTIBLE;
        String wait = named("want");
        method(wait, kind == LockKind.WRITE ? lock + ".writeLock().lockInterruptibly();" : want.open(lock));
        int virtual = 0; // only those are looked at, and the owner is asked for if there are two
        for (int i = 0; i < threads; i++) {
            String kindOfWaiter = kindOfThread();
            virtual += kindOfWaiter.equals("virtual") ? 1 : 0;
            thread(kindOfWaiter, named("w"), wait);
        }
        truth.place(here(wait), LOCK, kind.type, Set.of(full(owner)), Set.of());
        truth.must("stuck", kind.type, Set.of(full(owner)), Set.of(), !ends && virtual > 1);
    }

    private void pool() {
        boolean hikari = chance(50);
        int size = 1 + random.nextInt(3);
        int threads = some();
        text.add((hikari ? "HikariCP" : "Pool2") + " of " + size + ", " + threads + " want one");
        String pool = pool(hikari, size);
        String borrow = named("borrow");
        String borrows = hikari ? ".getConnection()" : ".borrowObject()";
        String lent = named("lent");
        field("CountDownLatch", lent, "new CountDownLatch(" + size + ")");
        String kindOfOwner = kindOfThread();
        method(
                borrow,
                (hikari ? "try (java.sql.Connection it = " : "Object it = ") + pool + borrows
                        + (hikari ? ") {\n" : ";\ntry {\n") + lent + ".countDown();\n"
                        + code(never(kindOfOwner.equals("platform"), true))
                        + (hikari ? "\n}" : "\n} finally { " + pool + ".returnObject(it); }"));
        String want = named("want");
        method(
                want,
                hikari
                        ? "try (java.sql.Connection it = " + pool + borrows + ") { RandomWaits.count(); }"
                        : pool + ".returnObject(" + pool + borrows + ");");
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            String name = named("owner");
            all.add(full(name));
            thread(kindOfOwner, name, borrow);
        }
        start.append(lent + ".await();\n");
        int virtual = 0;
        for (int i = 0; i < threads; i++) {
            String name = named("w");
            String kindOfWaiter = kindOfThread();
            virtual += kindOfWaiter.equals("platform") ? 0 : 1;
            all.add(full(name));
            thread(kindOfWaiter, name, want);
        }
        truth.must("pool_exhausted", "", all, Set.of(), !ends && virtual > 0);
    }

    private void poolCircle() {
        boolean hikari = chance(50);
        int size = 1 + random.nextInt(3);
        boolean limited = chance(30);
        text.add((hikari ? "HikariCP" : "Pool2") + " of " + size + (limited ? ", one has none" : ""));
        String pool = pool(hikari, size);
        String borrows = hikari ? ".getConnection()" : ".borrowObject()";
        String lent = named("lent");
        field("CyclicBarrier", lent, "new CyclicBarrier(" + size + ")");
        String nest = named("nest");
        String sleeps = named("sleeps");
        method(
                nest,
                "Object one = " + pool + borrows + ";\n" + lent + ".await();\nObject other = " + pool + borrows + ";");
        method(sleeps, "Object one = " + pool + borrows + ";\n" + lent + ".await();\nThread.sleep(3_600_000L);");
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            String name = named("t");
            all.add(full(name));
            thread(kindOfThread(), name, limited && i == 0 ? sleeps : nest);
        }
        if (!limited) {
            truth.must("deadlock", hikari ? "pool" + number + " (" : "Commons Pool 2", all, Set.of(), false);
        }
        truth.may("pool_exhausted", "", all);
    }

    private void executor() {
        int size = 1 + random.nextInt(3);
        boolean limited = chance(50);
        text.add(size + " workers" + (limited ? ", limited" : ""));
        String executor = named("executor");
        String kindOfWorker = kindOfThread();
        field(
                "ExecutorService",
                executor,
                "Executors.newFixedThreadPool(" + size
                        + ", task -> { try { return RandomWaits.unstarted(\"" + kindOfWorker
                        + "\", P, task); } catch (ReflectiveOperationException e) { throw new"
                        + " IllegalStateException(e); } })");
        String met = named("met");
        field("CyclicBarrier", met, "new CyclicBarrier(" + size + ")");
        String outer = named("outer");
        members.append("static Object " + outer + "() throws Exception {\n" + met + ".await();\nreturn " + executor
                + ".submit(() -> \"\").get(" + (limited ? "1, TimeUnit.HOURS" : "") + ");\n}\n");
        start.append("for (int i = 0; i < " + size + "; i++) { " + executor + ".submit(Entry::" + outer + "); }\n");
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            all.add("p" + number + "-x" + i);
        }
        truth.place(here(outer), Set.of("future"), "", all, Set.of());
        if (!limited) {
            // Whose worker a virtual thread is, is not read.
            truth.must("deadlock", "", all, all, !ends && kindOfWorker.equals("platform"));
        }
    }

    private void task() {
        boolean promise = chance(50);
        text.add(promise ? "others may complete it" : "only who runs it completes it");
        String type = promise ? "Promise" : "FutureTask<String>";
        if (promise) {
            members.append("static final class Promise extends FutureTask<String> {\n"
                    + "Promise(Callable<String> task) { super(task); }\n"
                    + "public void complete(String value) { super.set(value); }\n}\n");
        }
        String lock = named("lock");
        field("ReentrantLock", lock, "new ReentrantLock()");
        String met = named("met");
        field("CyclicBarrier", met, "new CyclicBarrier(2)");
        String call = named("call");
        members.append("static String " + call + "() throws Exception {\n" + met + ".await();\n" + lock
                + ".lockInterruptibly();\nreturn \"\";\n}\n");
        String task = named("task");
        field(type, task, "new " + type + "(Entry::" + call + ")");
        String runs = named("runs");
        method(runs, task + ".run();");
        String gets = named("gets");
        method(gets, LockKind.REENTRANT.around(lock, met + ".await();\n" + task + ".get();"));
        String runner = named("runner");
        String getter = named("getter");
        thread(kindOfThread(), runner, runs);
        thread(kindOfThread(), getter, gets);
        Set<String> both = Set.of(full(runner), full(getter));
        truth.place(here(call), LOCK, LockKind.REENTRANT.type, Set.of(full(getter)), Set.of(here(gets)));
        truth.must("deadlock", "", both, both, !ends && !promise, !promise);
    }

    private void readers() {
        String lock = named("lock");
        field("ReentrantReadWriteLock", lock, "new ReentrantReadWriteLock(" + chance(50) + ")");
        int readers = 1 + random.nextInt(3);
        int way = random.nextInt(3);
        text.add(readers + " readers, way " + way);
        String kindOfOwner = kindOfThread();
        String arrived = named("arrived");
        field("CountDownLatch", arrived, "new CountDownLatch(" + readers + ")");
        Set<String> owners = new TreeSet<>();
        String read = named("read");
        String upgrade = named("upgrade");
        boolean upgrades = way == 0;
        method(upgrade, lock + ".writeLock().lockInterruptibly();");
        method(
                read,
                lock + ".readLock().lock();\ntry {\n" + arrived + ".countDown();\n"
                        + (upgrades
                                ? arrived + ".await();\n" + upgrade + "();"
                                : code(never(kindOfOwner.equals("platform"), true)))
                        + "\n} finally { " + lock + ".readLock().unlock(); }");
        for (int i = 0; i < readers; i++) {
            String name = named("r");
            owners.add(full(name));
            thread(kindOfOwner, name, read);
        }
        start.append(arrived + ".await();\n");
        Set<String> all = new TreeSet<>(owners);
        int threads = some();
        String write = named("write");
        method(write, lock + ".writeLock().lockInterruptibly(); " + lock + ".writeLock().unlock();");
        Set<String> writers = new TreeSet<>();
        for (int i = 0; i < (way == 1 ? 1 : threads); i++) {
            String name = named("w");
            writers.add(full(name));
            all.add(full(name));
            thread(kindOfThread(), name, write);
        }
        String type = LockKind.READ.type;
        Set<String> may = readers == 1 ? owners : Set.of();
        Set<String> frames = Set.of(here(read));
        truth.place(here(write), LOCK, type, may, frames);
        truth.place(here(upgrade), LOCK, type, may, frames);
        if (way == 1) { // more readers, behind the writer
            String more = named("more");
            method(
                    more,
                    "Thread.sleep(50);\n" + lock + ".readLock().lockInterruptibly(); " + lock
                            + ".readLock().unlock();");
            for (int i = 0; i < threads; i++) {
                String name = named("m");
                all.add(full(name));
                thread(kindOfThread(), name, more);
            }
            truth.place(here(more), Set.of("lock", "sleep"), type, may, frames);
        }
        if (ends) {
            truth.places()
                    .keySet()
                    .forEach(place -> truth.later(place, all, truth.places().keySet()));
        }
        if (upgrades) {
            truth.must("deadlock", "", all, Set.of(), false);
        }
        truth.may("lock_convoy", "", all);
    }
}
