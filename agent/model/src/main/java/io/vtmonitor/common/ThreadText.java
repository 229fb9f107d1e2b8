package io.vtmonitor.common;

/** Threads and what they wait for, for people. Never calls code of the application: no {@code toString}. */
public final class ThreadText {
    private ThreadText() {}

    /** A thread. */
    public static String of(Thread thread, boolean virtual) {
        return of(thread.getId(), thread.getName(), virtual);
    }

    /** The same of what identifies it. */
    public static String of(long id, String name, boolean virtual) {
        String quoted = name.isEmpty() ? "" : " \"" + name + "\"";
        return virtual ? "virtual thread #" + id + quoted : "platform thread" + quoted;
    }

    /** The class that a synchronizer's inner class belongs to. */
    public static String type(String className) {
        String type = className;
        for (String inner : new String[] {"$NonfairSync", "$FairSync", "$Sync"}) {
            if (type.endsWith(inner)) {
                type = type.substring(0, type.length() - inner.length());
            }
        }
        return HiddenNames.stable(type);
    }
}
