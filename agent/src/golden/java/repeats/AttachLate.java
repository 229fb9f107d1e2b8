package repeats;

/**
 * A class outside the pattern locks an object of one in it, and both may be loaded when an agent is attached. Continues
 * when its input ends.
 */
final class AttachLate {
    private static final int TIMES = 200_000;

    private AttachLate() {}

    static final class Inside {
        private int count;

        synchronized void add() {
            count++;
        }
    }

    /** Loaded before the agent comes. */
    static final class Outside {
        private Outside() {}

        static void add(Inside inside) {
            synchronized (inside) {
                inside.count++;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Class.forName(Outside.class.getName());
        System.out.println("pid " + ProcessHandle.current().pid());
        while (System.in.read() >= 0) {
            // until its end
        }
        Inside inside = new Inside();
        Threads.together(
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        inside.add();
                    }
                },
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        Outside.add(inside);
                    }
                });
        System.out.println("counted " + inside.count + " of " + 2 * TIMES);
    }
}
