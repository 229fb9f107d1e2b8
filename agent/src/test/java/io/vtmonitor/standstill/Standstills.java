package io.vtmonitor.standstill;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Argument: which program. Prints {@code READY} when it stands still, and is to be ended then. */
public final class Standstills {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(10);

    private Standstills() {}

    /** Runs the program of that name; without one prints all names. */
    public static void main(String[] args) throws Exception {
        Map<String, Stand.Work> programs = new TreeMap<>();
        programs.putAll(Locks.PROGRAMS);
        programs.putAll(Monitors.PROGRAMS);
        programs.putAll(Results.PROGRAMS);
        programs.putAll(Scopes.PROGRAMS);
        programs.putAll(Initializers.PROGRAMS);
        programs.putAll(Convoys.PROGRAMS);
        programs.putAll(Unanswered.PROGRAMS);
        programs.putAll(Carriers.PROGRAMS);
        programs.putAll(Connections.PROGRAMS);
        if (args.length == 0) {
            programs.keySet().forEach(System.out::println);
            return;
        }
        Stand.Work program = programs.get(args[0]);
        if (program == null) {
            throw new IllegalArgumentException(args[0]);
        }
        program.run();
        System.out.println("READY");
        Thread.sleep(LONGEST_LIFE);
        System.exit(1);
    }
}
