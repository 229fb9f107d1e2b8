package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.block;

import java.util.function.LongFunction;

/** Ways to own monitors, or to own none any more, while blocked. */
public final class Scenes {
    static final Object LOCK = new Object();
    final Object a = new Object();
    final Object b = new Object();
    final Object[] table = {a, b};
    long wide = 7;

    Scenes() {}

    Scenes(int constructor) {
        synchronized (this) {
            block();
        }
    }

    void nothing() {
        block();
    }

    void one() {
        synchronized (a) {
            block();
        }
    }

    void two() {
        synchronized (a) {
            synchronized (LOCK) {
                block();
            }
        }
    }

    void reentrant() {
        synchronized (this) {
            synchronized (this) {
                block();
            }
        }
    }

    void released() {
        synchronized (a) {
            wide++;
        }
        block();
    }

    void innerReleased() {
        synchronized (a) {
            synchronized (b) {
                wide++;
            }
            block();
        }
    }

    int loopWithEarlyReturn() {
        for (int i = 0; i < 3; i++) {
            synchronized (a) {
                if (i == 1) {
                    block();
                    return i;
                }
            }
        }
        return -1;
    }

    void afterLoopOfLocks() {
        for (Object each : table) {
            synchronized (each) {
                wide++;
            }
        }
        block();
    }

    void inCatch() {
        synchronized (a) {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                block();
            } finally {
                wide++;
            }
        }
    }

    void inFinally() {
        try {
            synchronized (a) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            wide++;
        } finally {
            block();
        }
    }

    void finallyInMonitor() {
        synchronized (a) {
            try {
                wide++;
            } finally {
                block();
            }
        }
    }

    void inSwitch(int which) {
        switch (which) {
            case 0 -> {
                synchronized (a) {
                    wide++;
                }
            }
            case 1 -> {
                synchronized (b) {
                    block();
                }
            }
            default -> block();
        }
    }

    void inLambda() {
        synchronized (a) {
            LongFunction<String> code = number -> {
                block();
                return "" + number;
            };
            code.apply(3);
        }
    }

    void lambdaOwns() {
        Runnable code = () -> {
            synchronized (b) {
                block();
            }
        };
        code.run();
    }

    synchronized void synchronizedMethod() {
        block();
    }

    static synchronized void synchronizedStatic() {
        block();
    }

    synchronized void synchronizedAndBlock() {
        synchronized (a) {
            block();
        }
    }

    static void ofParameter(long first, double second, Object third) {
        synchronized (third) {
            block();
        }
    }

    static void ofFieldOfParameter(Scenes other) {
        synchronized (other.a) {
            block();
        }
    }

    static void ofClass() {
        synchronized (Scenes.class) {
            block();
        }
    }

    Object mutex() {
        return a;
    }

    void ofResult() {
        synchronized (mutex()) {
            block();
        }
    }

    void ofNew() {
        Object made = new Object();
        synchronized (made) {
            block();
        }
    }

    void ofElement() {
        synchronized (table[1]) {
            block();
        }
    }

    void ofEither(boolean first) {
        Object either = first ? a : b;
        synchronized (either) {
            block();
        }
    }

    long amongWideLocals(long x, double y) {
        long z = x + (long) y;
        synchronized (a) {
            double w = z * y;
            block();
            return (long) w;
        }
    }

    void nestedTrySynchronized() {
        synchronized (a) {
            try {
                synchronized (b) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                block();
            }
        }
    }

    void whileTrueWithBreak() {
        while (true) {
            synchronized (a) {
                if (wide++ > 8) {
                    break;
                }
            }
        }
        block();
    }

    void callsOne() {
        synchronized (LOCK) {
            one();
        }
    }

    static final class Initialized {
        static final int VALUE = 1 + initial();

        private static int initial() {
            block();
            return 1;
        }
    }
}
