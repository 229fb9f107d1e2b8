package io.vtmonitor.scenario;

import java.time.Duration;
import kotlin.LazyKt;

/** Blocks in the initializer of a Kotlin {@code lazy}, which runs with a monitor held. */
public final class KotlinLazy {
    private KotlinLazy() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, KotlinLazy::block);
    }

    static void block(Duration length) {
        LazyKt.lazy(() -> MapComputes.sleep(length)).getValue();
    }
}
