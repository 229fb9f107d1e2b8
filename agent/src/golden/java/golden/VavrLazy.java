package golden;

import io.vavr.Lazy;

/** A value that takes long to compute. */
final class VavrLazy {
    private VavrLazy() {}

    public static void main(String[] arguments) throws Exception {
        Blocked.twice(() -> Lazy.of(() -> Blocked.slow(1)).get());
    }
}
