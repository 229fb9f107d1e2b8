package io.vtmonitor.nest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random nest: classes that call each other on a virtual thread, the innermost of which waits. Some of the frames
 * keep the carrier, some look as if they did.
 */
public final class NestSource {
    private static final String NATIVE_INVOKE =
            "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0";

    private static final int FIRST_WITH_FREE_MONITORS = 24;

    /** What keeps a carrier there as well. */
    private static final Set<String> ON_EVERY_JDK = Set.of("native", "class_init", "class_load");

    /**
     * A frame of a nest. {@code T} is its class, {@code NEXT;} calls the next frame; holders are {@code method by
     * hold}, with the number of monitors where it is not one; what comes first is reported last.
     */
    private enum Step {
        CALL("static void call() { NEXT; }"),
        BLOCK(
                "static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { NEXT; } }",
                "T.call"),
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
        BEFORE(
                "static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { Nests.count(); } NEXT; }"),
        AFTER(
                "static final Object LOCK = new Object(); static void call() { NEXT; synchronized (LOCK) { Nests.count(); } }"),
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
        NOTIFIED(
                "static final Object LOCK = new Object(); static void call() { synchronized (LOCK) { LOCK.notifyAll(); }"
                        + " NEXT; }"),
        CONSTRUCTOR(
                "static final Object LOCK = new Object(); T() { synchronized (LOCK) { NEXT; } }"
                        + " static void call() { new T(); }",
                "T.<init>"),
        LAMBDA("static void call() { Runnable next = () -> { NEXT; }; next.run(); }"),
        LAMBDA_OWNS(
                "static final Object LOCK = new Object(); static void call() { Runnable next = () -> {"
                        + " synchronized (LOCK) { NEXT; } }; next.run(); }",
                "T.lambda$call$0"),
        OVER_LAMBDA(
                "static final Object LOCK = new Object(); static void call() { Runnable next = () -> { NEXT; };"
                        + " synchronized (LOCK) { next.run(); } }",
                "T.call"),
        ANONYMOUS("static void call() { new Object() { synchronized void in() { NEXT; } }.in(); }", "T$1.in"),
        RETURNED("static final Object LOCK = new Object(); static int value() { synchronized (LOCK) { return 1; } }"
                + " static void call() { if (value() == 1) { NEXT; } }"),
        EXPLICIT_LOCK(
                "static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();"
                        + " static void call() { LOCK.lock(); try { NEXT; } finally { LOCK.unlock(); } }"),
        LIST(
                "static void call() { java.util.Collections.synchronizedList(new java.util.ArrayList<>(java.util.List.of(1)))"
                        + ".forEach(one -> { NEXT; }); }",
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
        HANDLE(
                "static void in() { NEXT; } static void call() { try { java.lang.invoke.MethodHandles.lookup().findStatic("
                        + "T.class, \"in\", java.lang.invoke.MethodType.methodType(void.class)).invokeExact(); }"
                        + " catch (Throwable e) { throw new IllegalStateException(e); } }"),
        REFLECTION(
                "static void in() { NEXT; } static void call() { try { T.class.getDeclaredMethod(\"in\").invoke(null); }"
                        + " catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }",
                NATIVE_INVOKE + " by native"),
        INITIALIZER(
                "static final class Init { static { NEXT; } static void touch() {} } static void call() { Init.touch(); }",
                "T$Init.<clinit> by class_init"),
        INITIALIZER_OWNS(
                "static final Object LOCK = new Object(); static final class Init { static { synchronized (LOCK) { NEXT; } }"
                        + " static void touch() {} } static void call() { Init.touch(); }",
                "T$Init.<clinit> by class_init",
                "T$Init.<clinit> by monitor"),
        LOADER(
                "static final class Loader extends ClassLoader { Loader() { super(T.class.getClassLoader()); }"
                        + " @Override public Class<?> loadClass(String name) { NEXT; return T.class; } }"
                        + " static void call() { try { Class.forName(T.class.getName(), false, new Loader()); }"
                        + " catch (ClassNotFoundException e) { throw new IllegalStateException(e); } }",
                "T$Loader.loadClass by class_load");

        private final String members;
        private final String[] holders;

        Step(String members, String... holders) {
            this.members = members;
            this.holders = holders;
        }
    }

    /** How the innermost frame waits, and whether that alone keeps a carrier on JDK 21. */
    private enum Block {
        SLEEP("sleep", ""),
        PARK("park", ""),
        POLL("poll", ""),
        LOCK("lock", ""),
        AWAIT("await", "io.vtmonitor.nest.Blocks.awaits by object_wait"),
        ENTER("enter", "io.vtmonitor.nest.Blocks.enter by monitor_enter");

        private final String method;
        private final String holder;

        Block(String method, String holder) {
            this.method = method;
            this.holder = holder;
        }
    }

    private final List<Step> steps;
    private final Block block;
    private final String packageName;
    private final Map<String, String> files = new LinkedHashMap<>();
    private final List<String> holders = new ArrayList<>();

    private NestSource(List<Step> steps, Block block, int number) {
        this.steps = List.copyOf(steps);
        this.block = block;
        packageName = "nest.p" + number;
        file("Entry", "implements Runnable", "  public void run() { S0.call(); }\n");
        for (int i = 0; i < steps.size(); i++) {
            write(i);
        }
        if (!block.holder.isEmpty()) {
            holders.add(0, block.holder);
        }
    }

    /**
     * A nest of one to six frames and a block.
     *
     * @param seed the same nest for the same one
     * @param number names its package, {@code nest.pN}
     */
    public static NestSource random(long seed, int number) {
        Random random = new Random(seed * 31 + number);
        int depth = 1 + random.nextInt(6);
        Block block = pick(Block.values(), random);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            steps.add(pick(Step.values(), random));
        }
        return new NestSource(steps, block, number);
    }

    private static <T> T pick(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    /** The same nest in the package of that number. */
    public NestSource as(int number) {
        return new NestSource(steps, block, number);
    }

    /** The same nest without one of its frames, for each of them; none where it has one frame only. */
    public List<NestSource> smaller() {
        List<NestSource> smaller = new ArrayList<>();
        for (int i = 0; i < steps.size() && steps.size() > 1; i++) {
            List<Step> rest = new ArrayList<>(steps);
            rest.remove(i);
            smaller.add(new NestSource(rest, block, i));
        }
        return smaller;
    }

    private void write(int i) {
        String type = "S" + i;
        String next = i + 1 < steps.size() ? "S" + (i + 1) + ".call()" : "Blocks." + block.method + "()";
        Step step = steps.get(i);
        file(type, "", "  " + step.members.replace("NEXT", next).replaceAll("\\bT\\b", type) + "\n");
        for (String holder : step.holders) {
            String text = holder.startsWith("T") ? packageName + "." + type + holder.substring(1) : holder;
            holders.add(0, text.contains(" by ") ? text : monitors(text));
        }
    }

    private static String monitors(String holder) {
        int times = holder.indexOf(" *");
        return times < 0
                ? holder + " by monitor"
                : holder.substring(0, times) + " by monitor" + holder.substring(times);
    }

    /** Sources by file name. */
    public Map<String, String> files() {
        return files;
    }

    /** The steps from the outermost frame on, and how the innermost waits. */
    public String shape() {
        return steps + " > " + block;
    }

    /**
     * The frames that keep the carrier, nearest to the block first: {@code class.method by hold}, and {@code *2} after
     * it for two monitors.
     *
     * @param jdk its feature release
     * @param nativeReflection whether calls by reflection go through native code
     */
    public List<String> holders(int jdk, boolean nativeReflection) {
        return holders.stream()
                .filter(holder -> nativeReflection || !holder.startsWith(NATIVE_INVOKE))
                .filter(holder -> jdk < FIRST_WITH_FREE_MONITORS || ON_EVERY_JDK.contains(how(holder)))
                .distinct() // a frame that is there twice is reported once
                .toList();
    }

    private static String how(String holder) {
        return holder.replaceFirst(".* by (\\w+).*", "$1");
    }

    private void file(String name, String extended, String code) {
        files.put(
                packageName.replace('.', '/') + "/" + name + ".java",
                "package " + packageName
                        + ";\nimport io.vtmonitor.nest.Blocks;\nimport io.vtmonitor.nest.Nests;\npublic class " + name
                        + " " + extended + " {\n" + code + "}\n");
    }
}
