package golden;

import org.springframework.util.ConcurrencyThrottleSupport;
import org.springframework.util.function.SingletonSupplier;

/** Spring's supplier of one object, and its throttle. */
final class Spring {
    private Spring() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "singleton" ->
                Blocked.twice(() -> SingletonSupplier.of(() -> Blocked.slow(1)).get());
            case "throttle" -> {
                Throttle throttle = new Throttle();
                throttle.setConcurrencyLimit(1);
                Blocked.behind(
                        taken -> {
                            throttle.beforeAccess();
                            taken.countDown();
                            Blocked.slow(null);
                            throttle.afterAccess();
                        },
                        () -> {
                            throttle.beforeAccess();
                            throttle.afterAccess();
                            return null;
                        });
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static final class Throttle extends ConcurrencyThrottleSupport {
        @Override
        protected void beforeAccess() {
            super.beforeAccess();
        }

        @Override
        protected void afterAccess() {
            super.afterAccess();
        }
    }
}
