package golden;

import java.time.Duration;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** A pool of one whose object is slow to make. */
final class Pool2 {
    private Pool2() {}

    public static void main(String[] arguments) throws Exception {
        try (GenericObjectPool<Object> pool = new GenericObjectPool<>(new SlowToMake())) {
            pool.setMaxTotal(1);
            // Without a bound this release does not wait for another thread's object, it spins.
            pool.setMaxWait(Duration.ofSeconds(10));
            switch (arguments[0]) {
                case "second-borrower-while-the-first-creates" ->
                    Blocked.behind(
                            taken -> {
                                taken.countDown();
                                pool.returnObject(pool.borrowObject());
                            },
                            () -> {
                                Thread.sleep(Blocked.MILLIS / 5);
                                pool.returnObject(pool.borrowObject());
                                return null;
                            });
                case "exhausted" ->
                    Blocked.behind(
                            taken -> {
                                Object borrowed = pool.borrowObject();
                                taken.countDown();
                                pool.returnObject(Blocked.slow(borrowed));
                            },
                            () -> {
                                pool.returnObject(pool.borrowObject());
                                return null;
                            });
                case "create" ->
                    Blocked.once(() -> {
                        pool.returnObject(pool.borrowObject());
                        return null;
                    });
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static final class SlowToMake extends BasePooledObjectFactory<Object> {
        @Override
        public Object create() {
            return Blocked.slow(new Object());
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }
    }
}
