package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.block;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Ways to own the monitor of an object that a frame of the stack made. */
final class MadeObjects {
    static final Object OUTER = new Object();
    static Object shared;
    static boolean never;
    static final MadeObjects ONE = new MadeObjects();
    final Object lock = new Object();
    private Object held;

    MadeObjects() {}

    private MadeObjects(int constructor) {
        synchronized (this) {
            block();
        }
    }

    static void outer(Runnable shape) {
        synchronized (OUTER) {
            shape.run();
        }
    }

    synchronized void method() {
        block();
    }

    MadeObjects itself() {
        return this;
    }

    private synchronized void twice() {
        method();
    }

    private void inField() {
        synchronized (lock) {
            block();
        }
    }

    static void in(Object made) {
        synchronized (made) {
            block();
        }
    }

    static void between(int first, Object made) {
        in(made);
    }

    static void own() {
        Object made = new Object();
        synchronized (made) {
            block();
        }
    }

    static void storedOwn() {
        Object made = new Object();
        shared = made;
        synchronized (made) {
            block();
        }
    }

    static void storedAfter() {
        Object made = new Object();
        in(made);
        shared = made;
    }

    static void receiver() {
        new MadeObjects().method();
    }

    static void reentrant() {
        new MadeObjects().twice();
    }

    static void field() {
        new MadeObjects().inField();
    }

    static void constructor() {
        new MadeObjects(1);
    }

    static void parameter() {
        between(1, new Object());
    }

    static void storedReceiver() {
        MadeObjects made = new MadeObjects();
        shared = made;
        made.method();
    }

    static void storedOnBranch() {
        Object made = new Object();
        if (never) {
            shared = made;
        }
        in(made);
    }

    static void storedUnlessThrown() {
        Object made = new Object();
        try {
            Integer.parseInt(never ? "1" : "");
            shared = made;
        } catch (NumberFormatException ignored) {
            // as it does
        }
        in(made);
    }

    static void storedInLoop() {
        for (int i = 0; i < 1; i++) {
            Object made = new Object();
            shared = made;
            in(made);
        }
    }

    static void storedInNew() {
        MadeObjects holder = new MadeObjects();
        holder.held = new Object();
        Object made = holder.held;
        in(made);
    }

    static void storedInEachOther() {
        MadeObjects one = new MadeObjects();
        MadeObjects other = new MadeObjects();
        one.held = other;
        other.held = one;
        one.method();
    }

    static void storedInShared() {
        Object made = new Object();
        ONE.held = made;
        in(made);
    }

    static void storedInElement() {
        Object made = new Object();
        Object[] array = {made};
        array[0].hashCode();
        in(made);
    }

    static void either() {
        in(never ? new Object() : new StringBuilder());
    }

    static void array() {
        in(new int[1]);
    }

    static void thread() {
        new Worker().work();
    }

    private static final class Worker extends Thread {
        synchronized void work() {
            block();
        }
    }

    static void captured() {
        Object made = new Object();
        Runnable body = () -> in(made);
        body.run();
    }

    void capturesFieldOwner() {
        String word = new StringBuilder().toString();
        Runnable body = () -> {
            synchronized (this) {
                block();
            }
            shared = word;
        };
        body.run();
    }

    static void sharedCaptured() {
        ONE.capturesFieldOwner();
    }

    static void element() {
        Object made = new Object();
        List.of(1).forEach(each -> in(made));
    }

    static void constant() {
        in(ONE);
    }

    static void map() {
        new ConcurrentHashMap<String, String>().computeIfAbsent("key", key -> {
            block();
            return key;
        });
    }

    static void large() {
        new MadeObjects().largeMethod(7);
    }

    synchronized void largeMethod(int n) {
        block();
        n = n * 1000 + n / 2000 - (n << 1) + (n ^ 3000);
        n = n * 1001 + n / 2001 - (n << 2) + (n ^ 3001);
        n = n * 1002 + n / 2002 - (n << 3) + (n ^ 3002);
        n = n * 1003 + n / 2003 - (n << 4) + (n ^ 3003);
        n = n * 1004 + n / 2004 - (n << 5) + (n ^ 3004);
        n = n * 1005 + n / 2005 - (n << 6) + (n ^ 3005);
        n = n * 1006 + n / 2006 - (n << 7) + (n ^ 3006);
        n = n * 1007 + n / 2007 - (n << 1) + (n ^ 3007);
        n = n * 1008 + n / 2008 - (n << 2) + (n ^ 3008);
        n = n * 1009 + n / 2009 - (n << 3) + (n ^ 3009);
        n = n * 1010 + n / 2010 - (n << 4) + (n ^ 3010);
        n = n * 1011 + n / 2011 - (n << 5) + (n ^ 3011);
        n = n * 1012 + n / 2012 - (n << 6) + (n ^ 3012);
        n = n * 1013 + n / 2013 - (n << 7) + (n ^ 3013);
        n = n * 1014 + n / 2014 - (n << 1) + (n ^ 3014);
        n = n * 1015 + n / 2015 - (n << 2) + (n ^ 3015);
        n = n * 1016 + n / 2016 - (n << 3) + (n ^ 3016);
        n = n * 1017 + n / 2017 - (n << 4) + (n ^ 3017);
        n = n * 1018 + n / 2018 - (n << 5) + (n ^ 3018);
        n = n * 1019 + n / 2019 - (n << 6) + (n ^ 3019);
        held = n;
    }

    static void deep(int calls) {
        deeper(new Object(), calls - 1);
    }

    static void deeper(Object made, int calls) {
        if (calls > 0) {
            deeper(made, calls - 1);
        } else {
            synchronized (made) {
                block();
            }
        }
    }
}
