import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A virtual thread that sleeps in a monitor as each class begins, so that there is something to judge. */
public class PinsInEachClass implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) throws InterruptedException {
        Thread.ofVirtual().start(PinsInEachClass::sleep).join();
    }

    private static synchronized void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
