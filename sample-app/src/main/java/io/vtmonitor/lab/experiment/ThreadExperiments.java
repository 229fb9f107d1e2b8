package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.program.Footprint;
import io.vtmonitor.lab.program.Tasks;
import io.vtmonitor.lab.program.ThreadLocals;
import java.util.ArrayList;
import java.util.List;

/** Experiments about threads alone: what they cost, and what many of them do. */
final class ThreadExperiments {
    private ThreadExperiments() {}

    static List<Experiment> all() {
        return List.of(
                new Experiment(
                        "threadlocal",
                        "An expensive object cached in a ThreadLocal, on a pool of platform threads and on a virtual"
                                + " thread for each task: memory",
                        List.of("grows with virtual threads"),
                        "The source gives no figures. A cache per thread is useless if each thread has one task:"
                                + " every task creates the object again.",
                        ThreadExperiments::threadLocal),
                new Experiment(
                        "footprint",
                        "Memory of a parked thread, time to create one, time to switch to another",
                        List.of(
                                "platform: about 2 KB of metadata and a fixed stack; 1–10 µs to switch",
                                "virtual: 200–300 B and heap on demand; below 1 µs to switch"),
                        "The published bytes are of the thread object only; ours include the stack that a parked"
                                + " thread keeps. Our switch goes through LockSupport.unpark and the scheduler's"
                                + " queue, with other work on the same cores: more than a bare switch.",
                        ThreadExperiments::footprint),
                new Experiment(
                        "executor",
                        "1000 tasks that sleep 100 ms: a fixed pool, and one virtual thread each",
                        List.of("pool of 16: about 5.1 s", "virtual: 0.1 s"),
                        "16 threads can't do better than 1000 × 0.1 / 16 = 6.3 s; the published 5.1 s are those of 20"
                                + " threads. So both are run.",
                        bench -> tasks(
                                bench,
                                "sleep",
                                List.of("platform:16", "platform:20", "virtual"),
                                bench.pick(200, 1000),
                                100)),
                new Experiment(
                        "cpu",
                        "The same with work instead of sleep",
                        List.of("no gain"),
                        "The source gives no figures; processors are the bottleneck, and threads of any kind add none.",
                        // A verdict requires two looks, which end 4 s after the first task: the work must last that
                        // long
                        // on a fast machine, too. Tasks of 100 ms, on a slow one, would be carrier hogs.
                        bench -> tasks(bench, "cpu", List.of("platform:16", "virtual"), bench.pick(800, 1000), 20)),
                new Experiment(
                        "pooling",
                        "The sleeping tasks on pools of virtual threads, and on one each",
                        List.of("pooling gains nothing"),
                        "It is slower: a pool limits how many wait at the same time, the limit that virtual threads"
                                + " lift.",
                        bench -> tasks(
                                bench,
                                "sleep",
                                List.of("virtual:16", "virtual:200", "virtual"),
                                bench.pick(200, 1000),
                                100)));
    }

    private static Measured tasks(Bench bench, String what, List<String> executors, int count, int millis)
            throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (String executor : executors) {
            var setup = Setup.of(name(executor), bench.after()).agent("waits=500ms");
            var ran = bench.run(setup, Tasks.class, what, executor, Integer.toString(count), Integer.toString(millis));
            rows.add(List.of(setup.label(), Measured.number(ran.figure("seconds"))));
            bars.add(Chart.Series.bar(setup.label(), ran.figure("seconds")));
            verdicts.add(ran.verdict());
        }
        return new Measured(
                List.of("threads", "seconds for " + count + " tasks"),
                rows,
                Chart.bars("seconds", bars),
                verdicts,
                List.of());
    }

    private static String name(String executor) {
        var parts = executor.split(":", 2);
        return parts.length == 1
                ? "one " + parts[0] + " thread each"
                : "pool of " + parts[1] + " " + parts[0] + " threads";
    }

    private static Measured threadLocal(Bench bench) throws InterruptedException {
        String tasks = bench.pick("500", "4000");
        String kilobytes = "64";
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (String executor : List.of("platform:200", "virtual")) {
            var setup = Setup.of(name(executor), bench.after()).jvm("-Xmx1g").agent("waits=500ms");
            var ran = bench.run(setup, ThreadLocals.class, executor, tasks, kilobytes);
            rows.add(List.of(setup.label(), Measured.count(ran.figure("made")), Measured.number(ran.figure("heap"))));
            bars.add(Chart.Series.bar(setup.label(), ran.figure("heap")));
            verdicts.add(ran.verdict());
        }
        return new Measured(
                List.of("threads", "objects made for " + tasks + " tasks", "heap in use, MB"),
                rows,
                Chart.bars("MB of heap", bars),
                verdicts,
                List.of("Each object is " + kilobytes
                        + " KB; the heap is what is live after a collection while all tasks"
                        + " that have a thread are in the middle."));
    }

    private static Measured footprint(Bench bench) throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (Jdk jdk : bench.pick(List.of(bench.after()), List.of(bench.before(), bench.after()))) {
            for (String kind : List.of("platform", "virtual")) {
                var setup = Setup.of("JDK " + jdk.feature() + ", " + kind, jdk).jvm("-XX:+UseSerialGC", "-Xms512m");
                String count = kind.equals("virtual") ? bench.pick("2000", "20000") : bench.pick("300", "2000");
                var ran = bench.run(setup, Footprint.class, kind, count);
                rows.add(List.of(
                        setup.label(),
                        count,
                        Measured.number(ran.figure("heap")),
                        Measured.number(ran.figure("resident") / 1024),
                        Measured.number(ran.figure("create")),
                        Measured.number(ran.figure("switch"))));
                bars.add(Chart.Series.bar(setup.label(), ran.figure("resident") / 1024));
                verdicts.add(ran.verdict());
            }
        }
        return new Measured(
                List.of("variant", "threads", "heap B", "resident KB", "create µs", "switch µs"),
                rows,
                Chart.bars("KB resident for each parked thread", bars),
                verdicts,
                List.of(
                        "Bytes of heap after a collection, and memory of the process before it, divided by the"
                                + " threads; a platform thread also reserves address space for its whole stack, which"
                                + " is not counted.",
                        "Create: from the first new thread to the moment when all have run, divided by the threads."
                                + " Switch: two threads that wake each other in turn."));
    }
}
