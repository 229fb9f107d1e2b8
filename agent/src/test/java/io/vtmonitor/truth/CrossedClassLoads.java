package io.vtmonitor.truth;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/**
 * A parallel-capable class loader has a monitor around its jars; "orders" has a class's loading lock and wants that
 * monitor, "invoices" has the monitor and wants that lock: a deadlock, on every JDK. The JVM asked for both classes, so
 * the two hold both carriers on every JDK; the twenty threads that get none are victims.
 */
public final class CrossedClassLoads {
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private CrossedClassLoads() {}

    public static void main(String[] args) throws Exception {
        JarLoader loader = new JarLoader();
        Runnable makesOrder = make(loader, "MakesOrder");
        Runnable makesInvoice = make(loader, "MakesInvoice");
        Thread orders = Truth.virtual("orders", makesOrder::run);
        Thread invoices = Truth.virtual("invoices", makesInvoice::run);
        Truth.await(() -> orders.getState() == Thread.State.BLOCKED && invoices.getState() == Thread.State.BLOCKED);
        Truth.queueForCarriers();
        Truth.stay();
    }

    private static Runnable make(JarLoader loader, String name) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(CrossedClassLoads.class.getName() + "$" + name);
        return (Runnable) type.getConstructor().newInstance();
    }

    /** Loads the classes of this program itself, all others as usual. */
    private static final class JarLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Object jars = new Object();

        JarLoader() {
            super(CrossedClassLoads.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(CrossedClassLoads.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                if (name.endsWith("$Order")) {
                    Truth.meet(BOTH);
                }
                return search(name);
            }
        }

        private Class<?> search(String name) throws ClassNotFoundException {
            synchronized (jars) {
                if (name.endsWith("$Invoice")) {
                    Truth.meet(BOTH);
                    loadClass(CrossedClassLoads.class.getName() + "$Order");
                }
                byte[] bytes = read(name.replace('.', '/') + ".class");
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private static byte[] read(String file) throws ClassNotFoundException {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(file);
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(file, e);
            }
        }
    }

    /** What "orders" loads. */
    public static final class Order {}

    /** What "invoices" loads. */
    public static final class Invoice {}

    /** Asks the JVM for the order's class. */
    public static final class MakesOrder implements Runnable {
        @Override
        public void run() {
            System.out.println(new Order());
        }
    }

    /** Asks the JVM for the invoice's class. */
    public static final class MakesInvoice implements Runnable {
        @Override
        public void run() {
            System.out.println(new Invoice());
        }
    }
}
