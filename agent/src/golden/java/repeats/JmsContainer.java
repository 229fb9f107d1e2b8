package repeats;

import java.util.concurrent.CountDownLatch;
import org.springframework.jms.listener.AbstractJmsListeningContainer;

/** An application's own listener container waits by the monitor that Spring's class declares, makes and locks. */
public final class JmsContainer extends AbstractJmsListeningContainer {
    private JmsContainer() {}

    @Override
    protected boolean sharedConnectionEnabled() {
        return false;
    }

    @Override
    protected void doInitialize() {
        // it listens to nothing
    }

    @Override
    protected void doShutdown() {
        // there is nothing to end
    }

    @Override
    protected void validateConfiguration() {
        // a factory of connections is not needed
    }

    private void awaitRunning(CountDownLatch waiting) throws InterruptedException {
        synchronized (lifecycleMonitor) {
            waiting.countDown();
            while (!isRunning()) {
                lifecycleMonitor.wait();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        JmsContainer container = new JmsContainer();
        container.initialize();
        container.stop();
        CountDownLatch waiting = new CountDownLatch(1);
        Threads.together(() -> container.awaitRunning(waiting), () -> {
            waiting.await();
            container.start();
        });
        System.out.println("running, notified");
        System.exit(0);
    }
}
