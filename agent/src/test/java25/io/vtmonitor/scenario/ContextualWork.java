package io.vtmonitor.scenario;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.jfr.Contextual;
import jdk.jfr.Event;

/**
 * Works under an event that says what it works at, on a virtual thread that pins; then prints {@code served} and ends
 * with its input. Needs {@code -Djdk.reflect.useNativeAccessorOnly=true}.
 */
public final class ContextualWork {
    private ContextualWork() {}

    /** What a thread works at. */
    static final class Order extends Event {
        @Contextual
        String step = "";

        @Contextual
        int priority;
    }

    public static void main(String[] args) throws IOException, InterruptedException, NoSuchMethodException {
        Method sleep = ContextualWork.class.getDeclaredMethod("sleep");
        for (int i = 0; i < 3; i++) {
            Thread.ofVirtual()
                    .start(() -> {
                        Order order = new Order();
                        order.step = "pack";
                        order.priority = 7;
                        order.begin();
                        call(sleep);
                        order.commit();
                    })
                    .join();
        }
        System.out.println("served");
        int ignored = System.in.read();
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(60);
    }

    private static void call(Method sleep) {
        try {
            sleep.invoke(null);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
