package repeats;

import java.io.Reader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Classes in the pattern lock what the JDK locks by the monitor: a synchronized list, the lock of a reader. */
final class LocksItself {
    private static final int TIMES = 50_000;

    private LocksItself() {}

    static class Inside {
        private final Object list = Collections.synchronizedList(new ArrayList<Integer>());

        @SuppressWarnings("unchecked")
        List<Integer> list() {
            return (List<Integer>) list;
        }

        int changes() {
            int changes = 0;
            for (int i = 0; i < TIMES; i++) {
                synchronized (list) {
                    int size = list().size();
                    Thread.onSpinWait();
                    changes += list().size() == size ? 0 : 1;
                }
            }
            return changes;
        }

        static final class Reads extends Reader {
            private int inside;
            private int overlaps;

            Reads(Object lock) {
                super(lock);
            }

            @Override
            public int read(char[] buffer, int offset, int length) {
                use();
                return length;
            }

            void use() {
                synchronized (lock) {
                    overlaps += ++inside == 1 ? 0 : 1;
                    Thread.onSpinWait();
                    inside--;
                }
            }

            @Override
            public void close() {
                // nothing is open
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Inside inside = new Inside();
        int[] changes = new int[1];
        Threads.together(() -> changes[0] = inside.changes(), () -> {
            for (int i = 0; i < TIMES; i++) {
                inside.list().add(i);
                if (i % 100 == 0) {
                    inside.list().clear();
                }
            }
        });
        System.out.println("list: " + changes[0] + " changes inside");
        Inside.Reads reads = new Inside.Reads(new Object());
        Threads.together(
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        reads.skip(2); // the JDK's own method locks the same object
                    }
                },
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        reads.use();
                    }
                });
        System.out.println("reader: " + reads.overlaps + " overlaps");
    }
}
