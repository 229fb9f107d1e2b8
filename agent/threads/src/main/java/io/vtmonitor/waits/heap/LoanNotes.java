package io.vtmonitor.waits.heap;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.waits.PoolKind.Held;
import io.vtmonitor.waits.SiteReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads what pools note of borrowers. If a borrower has ended, nothing else shows which thread it was. */
final class LoanNotes {
    /** The frames of a noted stack that are read, which include the call of the pool. */
    private static final int MOST_FRAMES = 100;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final SiteReader sites;

    /**
     * What a pool notes of one loan.
     *
     * @param borrower the thread that borrowed, in words; null if it is not noted
     * @param thread that thread; null if only its name is noted, or the dump lacks the thread
     * @param place the frame that borrowed; null if no stack is noted
     */
    record LoanNote(
            @Nullable String borrower,
            @Nullable HeapThread thread,
            @Nullable StackFrame place) {
        boolean hasEnded() {
            return thread != null && thread.state() == Thread.State.TERMINATED;
        }

        /** The thread, if it has not ended and so may still have the resource. */
        @Nullable
        HeapThread alive() {
            return hasEnded() ? null : thread;
        }
    }

    LoanNotes(HeapDump dump, HeapThreads threads, SiteReader sites) {
        this.dump = dump;
        this.threads = threads;
        this.sites = sites;
    }

    /**
     * The note of a loan.
     *
     * @param loan the object at which the paths begin
     */
    LoanNote read(@Nullable HeapObject loan, Held held) throws IOException {
        HeapObject borrower = held.borrower() == null ? null : FieldPaths.follow(dump, loan, held.borrower());
        HeapObject stack = held.stack() == null ? null : FieldPaths.follow(dump, loan, held.stack());
        HeapThread thread = borrower == null ? null : threads.of(borrower.id());
        return new LoanNote(
                thread == null ? named(borrower) : ThreadText.of(thread.tid(), thread.name(), thread.virtual()),
                thread,
                stack == null ? null : place(stack.elements()));
    }

    private @Nullable String named(@Nullable HeapObject borrower) throws IOException {
        String name = borrower == null ? null : dump.text(borrower.id());
        return name == null || name.isEmpty() ? null : "thread \"" + name + '"';
    }

    /** @param elements the frames; an exception has an empty array until its stack trace is read */
    private @Nullable StackFrame place(long[] elements) throws IOException {
        long[] ids = Arrays.copyOf(elements, Math.min(elements.length, MOST_FRAMES));
        List<HeapObject> frames = objects(ids);
        List<HeapObject> texts = objects(frames.stream()
                .flatMapToLong(frame -> LongStream.of(frame.reference("declaringClass"), frame.reference("methodName")))
                .toArray());
        HeapThreads.load(dump, texts, "value");
        List<StackTraceElement> trace = new ArrayList<>();
        for (HeapObject frame : frames) {
            String type = dump.text(frame.reference("declaringClass"));
            String method = dump.text(frame.reference("methodName"));
            if (type != null && method != null) {
                trace.add(new StackTraceElement(type, method, null, (int) frame.number("lineNumber")));
            }
        }
        return trace.isEmpty() ? null : sites.read(WaitOperation.PARK, trace).applicationFrame();
    }

    private List<HeapObject> objects(long[] ids) throws IOException {
        dump.load(ids);
        List<HeapObject> objects = new ArrayList<>();
        for (long id : ids) {
            HeapObject object = dump.object(id);
            if (object != null) {
                objects.add(object);
            }
        }
        return objects;
    }
}
