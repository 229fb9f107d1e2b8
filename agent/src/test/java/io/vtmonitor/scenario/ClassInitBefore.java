package io.vtmonitor.scenario;

import java.time.Duration;

/** Cure: the class with the slow static initializer is initialized by a platform thread beforehand. */
public final class ClassInitBefore {
    private ClassInitBefore() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitBefore::block);
    }

    static void block(Duration length) throws Exception {
        ClassInit.length = length;
        Runnable user = new FreshClasses(ClassInit.User.class, ClassInit.Slow.class).runnable(ClassInit.User.class);
        Peer initializer = Peer.start(self -> {
            user.run();
            self.outlast(Duration.ZERO);
        });
        initializer.arrive();
        user.run();
        Thread.sleep(length);
    }
}
