import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * Virtual threads that take turns with the two objects of a pool for ten seconds, which exhausts it: several looks at
 * half a second see that. Each holds an object for 200 ms.
 */
public class Waiting {
    private static final int THREADS = 30;

    public static void main(String[] arguments) throws Exception {
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new BasePooledObjectFactory<>() {
            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public PooledObject<Object> wrap(Object object) {
                return new DefaultPooledObject<>(object);
            }
        });
        pool.setMaxTotal(2);
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    useOne(pool);
                }
            }));
        }
        Thread.sleep(10_000);
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        pool.close();
    }

    private static void useOne(GenericObjectPool<Object> pool) {
        try {
            Object object = pool.borrowObject();
            Thread.sleep(200);
            pool.returnObject(object);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
