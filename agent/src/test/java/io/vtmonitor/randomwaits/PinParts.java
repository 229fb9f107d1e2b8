package io.vtmonitor.randomwaits;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Random programs whose threads keep their carriers. */
abstract class PinParts extends ProgramParts {
    private static final int MOST_CARRIERS = 4;

    private int carriers;

    PinParts(long seed, int number, int jdk, boolean ends) {
        super(seed, number, jdk, ends);
    }

    /** By what a thread keeps its carrier while Java code runs on it. */
    private enum Pin {
        MONITOR,
        INITIALIZER,
        UPCALL
    }

    private Pin pin() {
        return monitorsPin() && chance(50) ? Pin.MONITOR : pick(List.of(Pin.INITIALIZER, Pin.UPCALL));
    }

    /** How many carriers the JVM has to have; 0 for as many as there are threads. */
    public int carriers() {
        return carriers;
    }

    /**
     * A method that keeps its carrier.
     *
     * @param body what it does meanwhile
     * @return its name
     */
    private String pinning(Pin pin, String body) {
        if (pin == Pin.MONITOR) {
            return holding(LockKind.MONITOR, lock(LockKind.MONITOR), body, new LinkedHashSet<>());
        }
        text.add(pin.toString());
        String pins = named("pins");
        String caught = "try {\nif (P >= 0) {\n" + body + "\n}\n} catch (Throwable e) { return 1; }";
        if (pin == Pin.INITIALIZER) {
            String type = named("Init");
            members.append("static final class " + type + " {\nstatic int value;\nstatic { value = once(); }\n"
                    + "static int once() { " + caught + " return 2; }\n}\n");
            method(pins, "if (" + type + ".value == 0) { RandomWaits.count(); }");
        } else {
            String compare = named("compare");
            String sort = named("sort");
            members.append("static int " + compare + "(long one, long other) { " + caught + " return 0; }\n");
            foreign(sort, "sorting(java.lang.invoke.MethodHandles.lookup(), \"" + compare + "\")");
            method(pins, sort + ".invokeExact();");
        }
        return pins;
    }

    /** A thread keeps its carrier and waits. */
    void lostCarrier() {
        String kindOfOwner = chance(80) ? "virtual" : "other";
        Never never = never(false);
        String pins = pinning(pin(), code(never));
        String owner = named("owner");
        text.add(kindOfOwner);
        thread(kindOfOwner, owner, pins);
        if (never.forOthers && kindOfOwner.equals("virtual")) { // others are no carriers of the JDK's scheduler
            truth.must(
                    "lost_carrier",
                    "",
                    Set.of(full(owner)),
                    Set.of(full(owner)),
                    !ends && never != Never.PHASER && never != Never.BARRIER);
        }
    }

    /** Threads keep all carriers of the JVM, or all but one; others want one. */
    void stall() {
        carriers = 1 + random.nextInt(MOST_CARRIERS);
        boolean all = chance(75);
        int held = all ? carriers : carriers - 1;
        text.add(held + " of " + carriers + " carriers are held");
        String arrived = named("arrived");
        field("CountDownLatch", arrived, "new CountDownLatch(" + held + ")");
        Set<String> holders = new TreeSet<>();
        Set<String> forOthers = new TreeSet<>();
        Set<String> patterns = new TreeSet<>(); // as reports call them
        for (int i = 0; i < held; i++) {
            Never never = never(false);
            String name = named("held");
            String body = arrived + ".countDown();\n" + code(never);
            boolean bare = never == Never.FOREIGN && chance(50);
            String holds = named("holds");
            if (bare) {
                method(holds, body);
            }
            thread("virtual", name, bare ? holds : pinning(pin(), body));
            holders.add(full(name));
            patterns.add(never == Never.FOREIGN ? "native_calls" : "pins");
            if (never.forOthers) {
                forOthers.add(full(name));
            }
        }
        start.append(arrived + ".await();\n");
        String quick = named("quick");
        method(quick, "RandomWaits.count();");
        int queued = some();
        for (int i = 0; i < queued; i++) {
            thread("virtual", named("queued"), quick);
        }
        truth.stall(holders, patterns, all);
        if (!forOthers.isEmpty()) {
            truth.may("lost_carrier", "", forOthers);
        }
    }
}
