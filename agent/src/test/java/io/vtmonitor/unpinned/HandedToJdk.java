package io.vtmonitor.unpinned;

import java.awt.event.InvocationEvent;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Objects of matched classes that code of the JDK locks by the monitor, since it was handed them. */
public final class HandedToJdk {
    private static final int ROUNDS = 2_000;

    private HandedToJdk() {}

    private interface Body {
        void run() throws Exception;
    }

    /** What may be done by one thread at a time. */
    private static final class Alone {
        private int inside;
        private int met;

        void enter() {
            met += inside++ == 0 ? 0 : 1;
            Thread.onSpinWait();
            inside--;
        }
    }

    /** Locks what it hands to a writer. {@code Writer.write(int)} locks that and calls the writer. */
    static final class Log {
        private final Alone alone = new Alone();
        private final Object mutex = new Object();
        private final Writer out = new Out(mutex, alone);

        void log() throws IOException {
            synchronized (mutex) {
                alone.enter();
                out.write("x");
            }
        }
    }

    /** Hands itself to the writer that it has. */
    static final class Document {
        private final Alone alone = new Alone();
        private final Writer out = new Out(this, alone);

        synchronized void log() throws IOException {
            alone.enter();
            out.write("x");
        }

        void end() throws IOException {
            synchronized (this) {
                alone.enter();
                out.write('x');
            }
        }
    }

    /** Is handed to a writer by that writer. */
    static final class Page {
        private int marks;

        synchronized void mark() {
            marks++;
        }
    }

    /** Has no locking place itself. */
    static final class PageWriter extends Writer {
        PageWriter(Page page) {
            super(page);
        }

        @Override
        public void write(char[] text, int offset, int length) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    static final class Out extends Writer {
        private final Alone alone;

        Out(Object lock, Alone alone) {
            super(lock);
            this.alone = alone;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            synchronized (lock) {
                alone.enter();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** {@code ClassLoader.loadClass} locks what it is given, and calls {@code findClass}. */
    static final class Loader extends ClassLoader {
        private final Alone alone = new Alone();
        private final Object loading = new Object();

        static {
            registerAsParallelCapable();
        }

        @Override
        protected Object getClassLoadingLock(String name) {
            return loading;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            alone.enter();
            throw new ClassNotFoundException(name);
        }

        void byField() {
            synchronized (loading) {
                alone.enter();
            }
        }

        void byMethod() {
            synchronized (getClassLoadingLock("")) {
                alone.enter();
            }
        }
    }

    /** @param arguments any, for what is told and not excluded */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        if (arguments.length > 0) {
            Page page = new Page();
            page.mark();
            new PageWriter(page).write('x');
            System.exit(0);
        }
        Log log = new Log();
        Loader loader = new Loader();
        at(log::log, () -> log.out.write('x'));
        System.out.println("met in the writer: " + log.alone.met);
        at(loader::byField, loader::byMethod, () -> notFound(loader));
        System.out.println("met in the loader: " + loader.alone.met);
        Document document = new Document();
        at(document::log, document::end, () -> document.out.write('x'));
        System.out.println("met in the document: " + document.alone.met);
        invokeAndWait();
        System.exit(0);
    }

    /** As {@code EventQueue.invokeAndWait} does it: the event locks what it is handed, and notifies. */
    private static void invokeAndWait() throws InterruptedException {
        Object dispatched = new Object();
        InvocationEvent event = new InvocationEvent(dispatched, Thread::onSpinWait, dispatched, true);
        synchronized (dispatched) {
            Thread.startVirtualThread(event::dispatch);
            while (!event.isDispatched()) {
                dispatched.wait();
            }
        }
        System.out.println("the event has notified");
    }

    private static void notFound(Loader loader) {
        try {
            loader.loadClass("no.such.Class");
        } catch (ClassNotFoundException expected) {
            Thread.onSpinWait();
        }
    }

    private static void at(Body... bodies) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (Body body : bodies) {
            for (int i = 0; i < 2; i++) {
                all.add(Thread.ofPlatform().start(() -> repeat(body)));
            }
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void repeat(Body body) {
        try {
            for (int i = 0; i < ROUNDS; i++) {
                body.run();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
