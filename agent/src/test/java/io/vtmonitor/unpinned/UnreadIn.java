package io.vtmonitor.unpinned;

/** Matched; each nested class is defined by a loader of its own. */
public final class UnreadIn {
    private UnreadIn() {}

    /** Locks itself. */
    public static class Base {
        public synchronized void base(Runnable inside) {
            inside.run();
        }
    }

    /** Its superclass is in another loader. */
    public static class Sub extends Base {
        public synchronized void sub(Runnable inside) {
            inside.run();
        }
    }

    /** Implemented outside the pattern. */
    public interface Has {
        void own(Runnable inside);
    }

    /** Locks what implements it. */
    public static class User {
        private final Has has;

        public User(Has has) {
            this.has = has;
        }

        public void use(Runnable inside) {
            synchronized (has) {
                inside.run();
            }
        }
    }
}
