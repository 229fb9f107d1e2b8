package io.vtmonitor.unpin;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;

/** What {@link LockPolicyTest} decides on; each method is named for what it locks. */
@SuppressWarnings({"SynchronizeOnNonFinalField", "EmptyBlock", "unused", "identity", "synchronization"})
final class LockSamples {
    private LockSamples() {}

    interface Shared {
        Object mutex();
    }

    /** Matched by the pattern. */
    static class Inside implements Shared {
        private final Object own = new Object();
        private final List<String> list = new ArrayList<>();
        private final Hashtable<String, String> table = new Hashtable<>();
        private final Object given;
        private final Object givenOrThis;
        private final Shared shared;
        Object open = new Object();

        Inside(Object given, Shared shared) {
            this.given = given;
            this.givenOrThis = given == null ? this : given;
            this.shared = shared;
        }

        @Override
        public synchronized Object mutex() {
            return this;
        }

        static synchronized void ofClass() {}

        void own() {
            synchronized (own) {
            }
        }

        void list() {
            synchronized (list) {
            }
        }

        void table() {
            synchronized (table) {
            }
        }

        void given() {
            synchronized (given) {
            }
        }

        void givenOrThis() {
            synchronized (givenOrThis) {
            }
        }

        void shared() {
            synchronized (shared) {
            }
        }

        void open() {
            synchronized (open) {
            }
        }

        void result() {
            synchronized (mutex()) {
            }
        }

        void parameter(Object object) {
            synchronized (object) {
            }
        }

        void string() {
            synchronized ("text") {
            }
        }

        void boxed(Integer number) {
            synchronized (number) {
            }
        }

        void foreignClass() {
            synchronized (String.class) {
            }
        }

        void runtimeClass() {
            synchronized (getClass()) {
            }
        }

        void thread(Thread thread) {
            synchronized (thread) {
            }
        }

        void local() {
            Object local = new Object();
            synchronized (local) {
            }
        }
    }

    /** Not matched. */
    static class Outside extends Inside {
        private final Object mine = new Object();

        Outside() {
            super("", null);
        }

        synchronized void method() {}

        static synchronized void ofClass() {}

        void mine() {
            synchronized (mine) {
            }
        }

        void typed(Inside driver) {
            synchronized (driver) {
            }
        }

        void untyped(AutoCloseable driver) {
            synchronized (driver) {
            }
        }

        void mirror() {
            synchronized (Inside.class) {
            }
        }
    }
}
