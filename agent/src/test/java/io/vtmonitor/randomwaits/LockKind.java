package io.vtmonitor.randomwaits;

/** What one thread has and others wait for. {@code LOCK} stands for the expression that gives it. */
enum LockKind {
    REENTRANT(
            "java.util.concurrent.locks.ReentrantLock", "new ReentrantLock()", "LOCK.lock();", "LOCK.unlock();", true),
    FAIR("java.util.concurrent.locks.ReentrantLock", "new ReentrantLock(true)", "LOCK.lock();", "LOCK.unlock();", true),
    TRIED(
            "java.util.concurrent.locks.ReentrantLock",
            "new ReentrantLock()",
            "LOCK.tryLock(1, TimeUnit.HOURS);",
            "LOCK.unlock();",
            true),
    INTERRUPTIBLE(
            "java.util.concurrent.locks.ReentrantLock",
            "new ReentrantLock()",
            "LOCK.lockInterruptibly();",
            "LOCK.unlock();",
            true),
    WRITE(
            "java.util.concurrent.locks.ReentrantReadWriteLock",
            "new ReentrantReadWriteLock()",
            "LOCK.writeLock().lock();",
            "LOCK.writeLock().unlock();",
            true),
    READ(
            "java.util.concurrent.locks.ReentrantReadWriteLock",
            "new ReentrantReadWriteLock()",
            "LOCK.readLock().lock();",
            "LOCK.readLock().unlock();",
            true),
    OWN("Entry$OwnLock", "new OwnLock()", "LOCK.lock();", "LOCK.unlock();", true),
    STAMPED(
            "java.util.concurrent.locks.StampedLock",
            "new StampedLock()",
            "long stamp = LOCK.writeLock();",
            "LOCK.unlockWrite(stamp);",
            false),
    MONITOR("", "new Object()", "synchronized (LOCK) {", "}", true),
    MONITOR_OF_LIST("", "new ArrayList<String>()", "synchronized (LOCK) {", "}", true);

    final String type;
    final String made;
    private final String take;
    private final String release;
    /** Whether the JVM can say who has it, on one JDK or other. */
    final boolean hasOwner;

    LockKind(String type, String made, String take, String release, boolean hasOwner) {
        this.type = type;
        this.made = made;
        this.take = take;
        this.release = release;
        this.hasOwner = hasOwner;
    }

    boolean isMonitor() {
        return this == MONITOR || this == MONITOR_OF_LIST;
    }

    /** The class of the field that has it. */
    String declared() {
        return made.replaceFirst("new ([\\w<>]+)\\(.*", "$1");
    }

    String open(String expression) {
        return take.replace("LOCK", expression);
    }

    /** {@code body} while one has it. */
    String around(String expression, String body) {
        if (isMonitor()) {
            return open(expression) + "\n" + body + "\n}";
        }
        return "{\n" + open(expression) + "\ntry {\n" + body + "\n} finally {\n" + close(expression) + "\n}\n}";
    }

    String close(String expression) {
        return release.replace("LOCK", expression);
    }

    /** How another one waits for it. */
    String want(String expression) {
        return this == READ
                ? expression + ".writeLock().lock(); " + expression + ".writeLock().unlock();"
                : around(expression, "RandomWaits.count();");
    }

    /** Whether who wants it waits for a limited time only. */
    boolean isLimited() {
        return this == TRIED;
    }
}
