package io.vtmonitor.scenario;

import java.time.Duration;
import scala.collection.immutable.LazyList$;

/** Blocks while a Scala {@code lazy val} is computed, which happens with a monitor held. */
public final class ScalaLazy {
    private ScalaLazy() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ScalaLazy::block);
    }

    static void block(Duration length) {
        LazyList$.MODULE$.continually(() -> MapComputes.sleep(length)).head();
    }
}
