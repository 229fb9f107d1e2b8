package io.vtmonitor.process.unpin;

import java.util.Random;

/** What a class of a generated program does with the object that it locks: the methods of its {@code Route}. */
final class RouteCode {
    private static final String[] WAITS = {
        "held.wait()",
        "held.wait(1_000_000_000L)",
        "java.util.concurrent.TimeUnit.DAYS.timedWait(held, 1)",
        "java.util.concurrent.Callable<?> waits = () -> { held.wait(); return null; }; waits.call()",
        "Route.Waits waits = held::wait; waits.run()",
        "Object.class.getMethod(\"wait\").invoke(held)",
        "Object.class.getMethod(\"wait\", long.class, int.class).invoke(held, 1_000_000_000L, 1)",
        "Route.handle(java.lang.invoke.MethodHandles.lookup().findVirtual(Object.class, \"wait\","
                + " java.lang.invoke.MethodType.methodType(void.class)), held)"
    };

    private static final String[] NOTIFIES = {
        "held.notifyAll()",
        "held.notify()",
        "Runnable notifies = held::notifyAll; notifies.run()",
        "java.util.function.Consumer<Object> notifies = Object::notify; notifies.accept(held)",
        "Object.class.getMethod(\"notifyAll\").invoke(held)",
        "Route.reflect(Object.class.getMethod(\"notify\"), held)",
        "Route.handle(java.lang.invoke.MethodHandles.publicLookup().findVirtual(Object.class, \"notifyAll\","
                + " java.lang.invoke.MethodType.methodType(void.class)), held)",
        "Route.handle(java.lang.invoke.MethodHandles.lookup().unreflect(Object.class.getMethod(\"notifyAll\")), held)"
    };

    private static final String[] NOTIFIES_ONE = {
        "held.notify()",
        "Runnable notifies = held::notify; notifies.run()",
        "Object.class.getMethod(\"notify\").invoke(held)"
    };

    private final Random random;

    RouteCode(Random random) {
        this.random = random;
    }

    String of(String expression) {
        return "  public void add(long[] counter, int times) {\n    for (int i = 0; i < times; i++) { synchronized ("
                + expression
                + ") { Route.addOnce(counter); } }\n  }\n"
                + "  public void awaitSet(boolean[] flag) throws Exception {\n    Object held = "
                + expression
                + ";\n    synchronized (held) { while (!flag[0]) { " + WAITS[random.nextInt(WAITS.length)]
                + "; } }\n  }\n"
                + "  public void set(boolean[] flag) throws Exception {\n    Object held = " + expression
                + ";\n    synchronized (held) { flag[0] = true; " + NOTIFIES[random.nextInt(NOTIFIES.length)]
                + "; }\n  }\n"
                + "  public void awaitOnce(int[] woken) throws Exception {\n    Object held = " + expression
                + ";\n    synchronized (held) { woken[1]++; " + WAITS[random.nextInt(WAITS.length)]
                + "; woken[0]++; }\n  }\n"
                + "  public void notifyOnce() throws Exception {\n    Object held = " + expression
                + ";\n    synchronized (held) { " + NOTIFIES_ONE[random.nextInt(NOTIFIES_ONE.length)] + "; }\n  }\n"
                + "  public void within(Work work) throws Exception {\n    synchronized (" + expression
                + ") { work.run(); }\n  }\n";
    }

    /** Adds by what the JDK does in its lock. */
    static String skips(String methods) {
        return methods.replaceFirst(
                        "for .*",
                        "counter = counts; for (int i = 0; i < times; i++) {"
                                + " try { skip(1); } catch (java.io.IOException e) { throw new"
                                + " IllegalStateException(e); } }")
                .replace("add(long[] counter,", "add(long[] counts,");
    }

    static String synchronizedMethods() {
        return "  private synchronized void addOne(long[] counter) { Route.addOnce(counter); }\n"
                + "  public void add(long[] counter, int times) { for (int i = 0; i < times; i++) { addOne(counter);"
                + " } }\n  public synchronized void awaitSet(boolean[] flag) throws InterruptedException {"
                + " while (!flag[0]) { wait(); } }\n"
                + "  public synchronized void set(boolean[] flag) { flag[0] = true; notifyAll(); }\n"
                + "  public synchronized void awaitOnce(int[] woken) throws InterruptedException { woken[1]++;"
                + " wait(); woken[0]++; }\n  public synchronized void notifyOnce() { notify(); }\n"
                + "  public synchronized void within(Work work) throws Exception { work.run(); }\n";
    }
}
