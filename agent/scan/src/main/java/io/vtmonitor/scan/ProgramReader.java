package io.vtmonitor.scan;

import io.vtmonitor.bytecode.CallReader;
import io.vtmonitor.bytecode.ClassCalls;
import io.vtmonitor.classfile.ClassPathWalk;
import io.vtmonitor.classfile.FurtherClasses;
import io.vtmonitor.model.Library;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Reads the classes of a class path, several at once, and adds them in their order. Stops where the tables would not
 * fit into the memory.
 */
final class ProgramReader implements ClassPathWalk.Taker {
    private static final int MOST_WAITING = 256;
    private static final int MOST_LINES = 50;
    private static final int BATCH = 32;

    /** Of the heap; the search needs about as much again for a moment. */
    private static final double SHARE = 0.35;

    private final Program program = new Program();
    private final Sinks sinks;
    private final ExecutorService workers;
    private final Scan.Progress progress;
    private final Deque<Future<List<Read>>> waiting = new ArrayDeque<>();
    private final List<String> unread = new ArrayList<>();
    private final long mostBytes = (long) (Runtime.getRuntime().maxMemory() * SHARE);
    private List<Unread> batch = new ArrayList<>();
    private int lines;
    private int classes;
    private int elements;
    private int known;
    private int damaged;
    private String firstDamaged = "";
    private boolean full;

    /** @param progress takes how far it is */
    ProgramReader(Sinks sinks, ExecutorService workers, Scan.Progress progress) {
        this.sinks = sinks;
        this.workers = workers;
        this.progress = progress;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Unread(byte[] bytes, Library library, boolean application, String place) {}

    private record Read(ClassCalls calls, Unread file, String trouble) {}

    private static final ClassCalls NOTHING = new ClassCalls("", null, List.of(), 0, null, List.of(), List.of());

    @Override
    public boolean take(byte[] bytes, Library library, boolean application, String place) {
        batch.add(new Unread(bytes, library, application, place));
        if (batch.size() >= BATCH) {
            submit();
        }
        while (waiting.size() * BATCH > MOST_WAITING) {
            addNext();
        }
        return !full;
    }

    private void submit() {
        List<Unread> files = batch;
        batch = new ArrayList<>();
        waiting.add(workers.submit(() -> files.stream().map(ProgramReader::read).toList()));
    }

    private static Read read(Unread file) {
        try {
            return new Read(CallReader.read(file.bytes()), file, "");
        } catch (IllegalArgumentException e) {
            return new Read(NOTHING, file, String.valueOf(e.getMessage()));
        }
    }

    private void addNext() {
        try {
            for (Read read : waiting.remove().get()) {
                add(read);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            full = true;
            unread("The scan was interrupted: its result covers only what was read before");
        } catch (ExecutionException e) {
            throw new IllegalStateException("class files could not be read", e.getCause());
        }
    }

    private void add(Read read) {
        if (!read.trouble().isEmpty()) {
            damaged++;
            if (firstDamaged.isEmpty()) {
                firstDamaged = read.file().place() + ": " + read.trouble();
            }
        } else if (!full
                && program.add(read.calls(), read.file().library(), read.file().application(), sinks)) {
            classes++;
            progress.read(classes, elements, known);
            if (program.bytes() > mostBytes) {
                full = true;
                unread("The heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MB holds no more than " + classes
                        + " classes: later ones were not read");
            }
        }
    }

    @Override
    public void elements(int done, int found) {
        elements = done;
        known = found;
        progress.read(classes, elements, known);
    }

    @Override
    public void unread(String what) {
        lines++;
        if (lines <= MOST_LINES) {
            unread.add(what + ".");
        }
    }

    /** Reads what follows from the classes that were read until now. */
    void read(FurtherClasses further) {
        addAll();
        if (!full) {
            further.give(program.typeNames(), program::isRead, this);
        }
    }

    private void addAll() {
        if (!batch.isEmpty()) {
            submit();
        }
        while (!waiting.isEmpty()) {
            addNext();
        }
    }

    /** The classes, once the walk has ended. */
    Program finish() {
        addAll();
        program.finish(sinks);
        if (damaged > 0) {
            unread.add(damaged + (damaged == 1 ? " class file was" : " class files were") + " left out"
                    + (damaged == 1 ? ", " : ", the first ") + firstDamaged + ".");
        }
        if (lines > MOST_LINES) {
            unread.add((lines - MOST_LINES) + " more could not be read.");
        }
        return program;
    }

    int classes() {
        return classes;
    }

    /** What could not be read, in sentences. */
    List<String> unread() {
        return unread;
    }
}
