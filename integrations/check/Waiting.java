import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that wait for a lock for two seconds: several looks at half a second see them. */
public class Waiting {
    public static void main(String[] arguments) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                lock.lock();
                lock.unlock();
            }));
        }
        Thread.sleep(2_000);
        lock.unlock();
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
