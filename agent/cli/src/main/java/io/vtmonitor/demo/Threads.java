package io.vtmonitor.demo;

/** Threads of this JVM: virtual ones where it has them. This is compiled for Java 17, which has none. */
final class Threads {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private Threads() {}

    static boolean areVirtual() {
        return Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS;
    }

    static Thread start(String name, Runnable task) {
        if (!areVirtual()) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            return (Thread) type.getMethod("start", Runnable.class).invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM can't start a virtual thread", e);
        }
    }

    static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }
}
