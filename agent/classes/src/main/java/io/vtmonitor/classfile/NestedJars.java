package io.vtmonitor.classfile;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last few nested jars that were read, kept open, for a few threads. One that makes room for another is closed once
 * nobody reads it.
 */
final class NestedJars implements Closeable {
    private static final int MOST_OPEN = 4;

    private final Map<CodeLocation, Shared> open = new LinkedHashMap<>(16, 0.75f, true);
    private int most = MOST_OPEN;

    /** Takes from an open archive what is asked for. */
    @FunctionalInterface
    interface Reader<T extends @Nullable Object> {
        T from(Archive archive) throws IOException;
    }

    /** An open jar; its fields are touched under the lock of all. */
    private static final class Shared {
        private final Archive archive;
        private int readers = 1;
        private boolean dropped;

        Shared(Archive archive) {
            this.archive = archive;
        }

        void closeIfUnused() {
            if (!dropped || readers > 0) {
                return;
            }
            try {
                archive.close();
            } catch (IOException ignored) {
                // read only: nothing is lost
            }
        }
    }

    /** Reads from one, which is opened unless it is open. */
    <T extends @Nullable Object> T read(CodeLocation location, Reader<T> reader) throws IOException {
        Shared jar = known(location);
        if (jar == null) {
            jar = new Shared(location.openUnpacked()); // outside the lock: two threads may open the same one
            keep(location, jar);
        }
        try {
            return reader.from(jar.archive);
        } finally {
            leave(jar);
        }
    }

    private synchronized @Nullable Shared known(CodeLocation location) {
        Shared jar = open.get(location);
        if (jar != null) {
            jar.readers++;
        }
        return jar;
    }

    private synchronized void keep(CodeLocation location, Shared jar) {
        Shared same = open.put(location, jar);
        if (same != null) {
            drop(same);
        }
        makeRoom();
    }

    private void makeRoom() {
        Iterator<Shared> eldest = open.values().iterator();
        while (open.size() > most) {
            Shared jar = eldest.next();
            eldest.remove();
            drop(jar);
        }
    }

    private static void drop(Shared jar) {
        jar.dropped = true;
        jar.closeIfUnused();
    }

    private synchronized void leave(Shared jar) {
        jar.readers--;
        jar.closeIfUnused();
    }

    /** From now on, each is closed as soon as nobody reads it. */
    @Override
    public synchronized void close() {
        most = 0;
        makeRoom();
    }
}
