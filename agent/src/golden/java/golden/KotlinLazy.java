package golden;

import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.LazyThreadSafetyMode;

/** Kotlin's {@code by lazy} with an initializer that takes long. */
final class KotlinLazy {
    private KotlinLazy() {}

    public static void main(String[] arguments) throws Exception {
        LazyThreadSafetyMode mode = LazyThreadSafetyMode.valueOf(arguments[0].toUpperCase(java.util.Locale.ROOT));
        Blocked.twice(() -> {
            Lazy<Integer> value = LazyKt.lazy(mode, () -> Blocked.slow(1));
            return value.getValue();
        });
    }
}
