package repeats;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Classes in the pattern are handed an object that a class outside made and locks, and keep it in ten ways. */
final class HandedIn {
    private static final int TIMES = 100_000;

    private final Object mutex = new Object();
    private final Object[] array = new Object[1];
    private long count;

    private HandedIn() {}

    interface Adds {
        void add(HandedIn to, int times);
    }

    /** All of them are below one name, which is the pattern. */
    static final class Inside {
        private Inside() {}

        record Open(Object lock) implements Adds {
            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock()) {
                        to.count++;
                    }
                }
            }
        }

        static class Final implements Adds {
            private final Object lock;

            public Final(Object lock) {
                this.lock = lock;
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static final class Made implements Adds {
            private final Object lock;

            private Made(Object lock) {
                this.lock = lock;
            }

            static Made of(Object lock) {
                return new Made(lock);
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static class Protected implements Adds {
            protected Object lock;

            public Protected(Object lock) {
                this.lock = lock;
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static final class Nesting implements Adds {
            private Object lock;

            public Nesting(Object lock) {
                this.lock = lock;
            }

            static final class Nested {}

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static final class Getter implements Adds {
            private final Object lock;

            Getter(Object lock) {
                this.lock = lock;
            }

            Object lock() {
                return lock;
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock()) {
                        to.count++;
                    }
                }
            }
        }

        static final class Built implements Adds {
            private final Object lock;

            private Built(Builder from) {
                lock = from.lock;
            }

            static final class Builder {
                private Object lock = new Object();

                Builder lock(Object given) {
                    lock = given;
                    return this;
                }

                Built build() {
                    return new Built(this);
                }
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static final class Collected implements Adds {
            private final List<Object> all = new ArrayList<>();
            private final Object lock;

            Collected(Object given) {
                all.add(given);
                lock = all.get(0);
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }

        static final class Supplied implements Adds {
            private final Supplier<Object> lock;

            Supplied(Object given) {
                lock = () -> given;
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock.get()) {
                        to.count++;
                    }
                }
            }
        }

        static class OfArray implements Adds {
            protected Object[] lock;

            OfArray(Object[] lock) {
                this.lock = lock;
            }

            @Override
            public void add(HandedIn to, int times) {
                for (int i = 0; i < times; i++) {
                    synchronized (lock) {
                        to.count++;
                    }
                }
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        new HandedIn().count("final field", Inside.Final::new);
        new HandedIn().count("private constructor", Inside.Made::of);
        new HandedIn().count("protected field", Inside.Protected::new);
        new HandedIn().count("field of a nest", Inside.Nesting::new);
        new HandedIn().count("getter", Inside.Getter::new);
        new HandedIn()
                .count(
                        "builder",
                        given -> new Inside.Built.Builder().lock(given).build());
        new HandedIn().count("collection", Inside.Collected::new);
        new HandedIn().count("record", Inside.Open::new);
        new HandedIn().count("supplier", Inside.Supplied::new);
        HandedIn ofArray = new HandedIn();
        ofArray.count("array", new Inside.OfArray(ofArray.array), ofArray::addByArray);
    }

    private interface Way {
        Adds of(Object lock);
    }

    private void count(String name, Way way) throws InterruptedException {
        count(name, way.of(mutex), this::addByMutex);
    }

    private void count(String name, Adds inside, Runnable outside) throws InterruptedException {
        Threads.together(() -> inside.add(this, TIMES), outside::run);
        System.out.println(name + ": " + count + " of " + 2 * TIMES);
    }

    private void addByMutex() {
        for (int i = 0; i < TIMES; i++) {
            synchronized (mutex) {
                count++;
            }
        }
    }

    private void addByArray() {
        for (int i = 0; i < TIMES; i++) {
            synchronized (array) {
                count++;
            }
        }
    }
}
