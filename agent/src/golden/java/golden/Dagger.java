package golden;

import dagger.internal.DoubleCheck;
import dagger.internal.Provider;

/** A scoped object that takes long to make, as the code that Dagger generates asks for it. */
final class Dagger {
    private Dagger() {}

    public static void main(String[] arguments) throws Exception {
        Blocked.twice(() -> {
            Provider<Integer> provider = () -> Blocked.slow(1);
            return DoubleCheck.provider(provider).get();
        });
    }
}
