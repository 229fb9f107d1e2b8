package io.vtmonitor.unpinned;

/** Not matched; each nested class is defined by a loader of its own. */
public final class UnreadOut {
    private UnreadOut() {}

    /** Its superclass is in another loader, and matched. */
    public static class Sub extends UnreadIn.Base {
        public synchronized void sub(Runnable inside) {
            inside.run();
        }
    }

    /** Locks itself; objects of the matched interface are locked by others, too. */
    public static class Impl implements UnreadIn.Has {
        @Override
        public synchronized void own(Runnable inside) {
            inside.run();
        }
    }

    /** Locks an object of a matched class. */
    public static final class Locker {
        private Locker() {}

        public static void lock(Object lock, Runnable inside) {
            synchronized (lock) {
                inside.run();
            }
        }
    }

    /** What the file says of a class that is another one in fact. */
    public static class Says {}

    /** The class in fact: it is renamed as it is defined. */
    public static class Fact extends UnreadIn.Base {}

    /** Extends it. */
    public static class Told extends Says {
        public synchronized void sub(Runnable inside) {
            inside.run();
        }
    }
}
