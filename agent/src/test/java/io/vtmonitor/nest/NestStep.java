package io.vtmonitor.nest;

/**
 * A frame of a nest. {@code T} is its class, {@code NEXT;} calls the next frame; holders are {@code method by hold},
 * with the number of monitors where it is not one; what comes first is reported last.
 */
enum NestStep {
    CALL("static void call() { NEXT; }"),
    BLOCK("static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { NEXT; } }", "T.call"),
    INSTANCE(
            "private final Object lock = new Object(); void in() { synchronized (lock) { NEXT; } }"
                    + " static void call() { new T().in(); }",
            "T.in"),
    STATIC_METHOD("static synchronized void call() { NEXT; }", "T.call"),
    METHOD("synchronized void in() { NEXT; } static void call() { new T().in(); }", "T.in"),
    BOTH(
            "static final Object LOCK = new Object(); synchronized void in() { synchronized (LOCK) { NEXT; } }"
                    + " static void call() { new T().in(); }",
            "T.in *2"),
    TWO(
            "static final Object LOCK = new Object(), OTHER = new Object();"
                    + " static void call() { synchronized (LOCK) { synchronized (OTHER) { NEXT; } } }",
            "T.call *2"),
    INNER_IS_LEFT(
            "static final Object LOCK = new Object(), OTHER = new Object();"
                    + " static void call() { synchronized (LOCK) { synchronized (OTHER) { Nests.count(); } NEXT; } }",
            "T.call"),
    BEFORE("static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { Nests.count(); }"
            + " NEXT; }"),
    AFTER("static final Object LOCK = new Object(); static void call() { NEXT; synchronized (LOCK) { Nests.count();"
            + " } }"),
    LOOP("static final Object LOCK = new Object(); static void call() { for (int i = 0; i < 4; i++) {"
            + " synchronized (LOCK) { if (i == 2) { break; } if (i == 1) { continue; } Nests.count(); } } NEXT; }"),
    THROWN("static final Object LOCK = new Object(); static void call() { try { synchronized (LOCK) {"
            + " if (Nests.yes()) { throw new IllegalStateException(); } } }"
            + " catch (IllegalStateException e) { NEXT; } }"),
    THROWN_INSIDE(
            "static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { try {"
                    + " if (Nests.yes()) { throw new IllegalStateException(); } }"
                    + " catch (IllegalStateException e) { NEXT; } } }",
            "T.call"),
    FINALLY(
            "static final Object LOCK = new Object(); static void call() { try { Nests.count(); } finally {"
                    + " synchronized (LOCK) { NEXT; } } }",
            "T.call"),
    BRANCH("static final Object LOCK = new Object(); static void call() { if (!Nests.yes()) { synchronized (LOCK) {"
            + " NEXT; } } else { NEXT; } }"),
    OTHER_BRANCH(
            "static final Object LOCK = new Object(); static void call() { if (!Nests.yes()) { NEXT; } else {"
                    + " synchronized (LOCK) { NEXT; } } }",
            "T.call"),
    ALIAS(
            "static Object lock = new Object(); static void call() { Object held = lock; synchronized (held) {"
                    + " held = new Object(); lock = held; NEXT; } }",
            "T.call"),
    TWICE(
            "static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { synchronized (LOCK) {"
                    + " NEXT; } } }",
            "T.call *2"),
    RECURSION(
            "static final Object LOCK = new Object(); static void call() { in(0); } static void in(int depth) {"
                    + "\n if (depth == 0) { synchronized (LOCK) { in(1); } }\n else { NEXT; } }",
            "T.in"),
    NOTIFIED("static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { LOCK.notifyAll(); }"
            + " NEXT; }"),
    CONSTRUCTOR(
            "static final Object LOCK = new Object(); T() { synchronized (LOCK) { NEXT; } }"
                    + " static void call() { new T(); }",
            "T.<init>"),
    LAMBDA("static void call() { Runnable next = () -> { NEXT; }; next.run(); }"),
    LAMBDA_OWNS(
            "static final Object LOCK = new Object(); static void call() { Runnable next = () -> {"
                    + " synchronized (LOCK) { NEXT; } }; next.run(); }",
            "T.lambda$0"),
    OVER_LAMBDA(
            "static final Object LOCK = new Object(); static void call() { Runnable next = () -> { NEXT; };"
                    + " synchronized (LOCK) { next.run(); } }",
            "T.call"),
    METHOD_OF_STORED(
            "static T kept; synchronized void in() { NEXT; }"
                    + " static void call() { T made = new T(); kept = made; made.in(); }",
            "T.in"),
    MADE("static void call() { Object made = new Object(); synchronized (made) { NEXT; } }", "T.call"),
    MADE_BY_CALLER(
            "static void in(Object made) { synchronized (made) { NEXT; } } static void call() { in(new Object()); }",
            "T.in"),
    STORED_BY_CALLER(
            "static Object kept; static void in(Object made) { synchronized (made) { NEXT; } }"
                    + " static void call() { Object made = new Object(); kept = made; in(made); }",
            "T.in"),
    ANONYMOUS("static void call() { new Object() { synchronized void in() { NEXT; } }.in(); }", "T$1.in"),
    RETURNED("static final Object LOCK = new Object(); static int value() { synchronized (LOCK) { return 1; } }"
            + " static void call() { if (value() == 1) { NEXT; } }"),
    EXPLICIT_LOCK("static final java.util.concurrent.locks.ReentrantLock LOCK = new"
            + " java.util.concurrent.locks.ReentrantLock(); static void call() { LOCK.lock(); try { NEXT; }"
            + " finally { LOCK.unlock(); } }"),
    LIST(
            "static void call() { java.util.Collections.synchronizedList(new"
                    + " java.util.ArrayList<>(java.util.List.of(1))).forEach(one -> { NEXT; }); }",
            "java.util.Collections$SynchronizedCollection.forEach"),
    TABLE(
            "static void call() { new java.util.Hashtable<String, String>().computeIfAbsent(\"\", key -> { NEXT;"
                    + " return key; }); }",
            "java.util.Hashtable.computeIfAbsent"),
    MAP(
            "static void call() { new java.util.concurrent.ConcurrentHashMap<String, String>().computeIfAbsent(\"\","
                    + " key -> { NEXT; return key; }); }",
            "java.util.concurrent.ConcurrentHashMap.computeIfAbsent"),
    STREAM("static void call() { java.util.stream.Stream.of(1).forEach(one -> { NEXT; }); }"),
    HANDLE("static void in() { NEXT; } static void call() { try { java.lang.invoke.MethodHandles.lookup().findStatic("
            + "T.class, \"in\", java.lang.invoke.MethodType.methodType(void.class)).invokeExact(); }"
            + " catch (Throwable e) { throw new IllegalStateException(e); } }"),
    REFLECTION(
            "static void in() { NEXT; } static void call() { try { T.class.getDeclaredMethod(\"in\").invoke(null); }"
                    + " catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }",
            NestStep.NATIVE_INVOKE + " by native"),
    INITIALIZER(
            "static final class Init { static { NEXT; } static void touch() {} } static void call() { Init.touch(); }",
            "T$Init.<clinit> by class_init"),
    INITIALIZER_OWNS(
            "static final Object LOCK = new Object(); static final class Init { static { synchronized (LOCK) { NEXT;"
                    + " } } static void touch() {} } static void call() { Init.touch(); }",
            "T$Init.<clinit> by class_init",
            "T$Init.<clinit> by monitor"),
    WITHOUT_HANDLER(
            "static final Object LOCK = new Object(); static void call() { Monitors.enter(LOCK); NEXT;"
                    + " Monitors.exit(LOCK); }",
            "T.call"),
    CROSSED(
            "static final Object ONE = new Object(); static final Object TWO = new Object(); static void call() {"
                    + " Monitors.enter(ONE); Monitors.enter(TWO); Monitors.exit(ONE); try { NEXT; }"
                    + " finally { Monitors.exit(TWO); } }",
            "T.call"),
    BOTH_ON_ONE_LINE(
            "static final Object ONE = new Object(); static final Object TWO = new Object(); static void call() {"
                    + " Monitors.enter(ONE); Monitors.enter(TWO); NEXT; Monitors.exit(ONE); Monitors.exit(TWO); }",
            "T.call *2"),
    LEFT_BEFORE("static final Object LOCK = new Object(); static void call() { Monitors.enter(LOCK); Nests.count();"
            + " Monitors.exit(LOCK); NEXT; }"),
    LEFT_ONCE(
            "static final Object LOCK = new Object(); static void call() { Monitors.enter(LOCK);"
                    + " Monitors.enter(LOCK); Monitors.exit(LOCK); NEXT; Monitors.exit(LOCK); }",
            "T.call"),
    ENTERED_PERHAPS(
            "static final Object LOCK = new Object(); static void call() { boolean yes = Nests.yes();"
                    + " if (yes) { Monitors.enter(LOCK); } NEXT; if (yes) { Monitors.exit(LOCK); } }",
            "T.call"),
    NOT_ENTERED("static final Object LOCK = new Object(); static void call() { boolean no = !Nests.yes();"
            + " if (no) { Monitors.enter(LOCK); } NEXT; if (no) { Monitors.exit(LOCK); } }"),
    BRIDGE(
            "static class Base { Object bridged() { return null; } } static final class Impl extends Base {"
                    + " @Override String bridged() { NEXT; return null; } }"
                    + " static void call() { Base next = new Impl(); next.bridged(); }",
            "T$Impl.bridged"),
    LOADER(
            "static final class Loader extends ClassLoader { Loader() { super(T.class.getClassLoader()); }"
                    + " @Override public Class<?> loadClass(String name) { NEXT; return T.class; } }"
                    + " static void call() { try { Class.forName(T.class.getName(), false, new Loader()); }"
                    + " catch (ClassNotFoundException e) { throw new IllegalStateException(e); } }",
            "T$Loader.loadClass by class_load");

    /** Calls by reflection stand in the JDK's frame. */
    static final String NATIVE_INVOKE = "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0";

    final String members;
    final String[] holders;

    NestStep(String members, String... holders) {
        this.members = members;
        this.holders = holders;
    }
}
