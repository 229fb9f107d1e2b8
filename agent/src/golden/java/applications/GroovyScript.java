package applications;

import groovy.lang.Binding;
import groovy.lang.GroovyClassLoader;
import groovy.lang.Script;
import java.util.concurrent.Callable;

/** A script of Groovy, compiled when it runs, whose closures and synchronized methods virtual threads call. */
public final class GroovyScript {
    private static final String TEXT = """
            import groovy.transform.Synchronized
            import groovy.transform.Field

            class Orders {
                private final List all = new java.util.concurrent.CopyOnWriteArrayList()
                @Synchronized void add(order) { all << order; Thread.sleep(5) }
                synchronized int count() { Thread.sleep(2); all.size() }
                def lines() { synchronized (all) { all.collect { "order ${it.id}" } } }
            }

            @Field static Orders orders = new Orders()
            orders.add([id: Thread.currentThread().threadId()])
            def json = new groovy.json.JsonBuilder([orders: orders.lines(), count: orders.count()])
            new groovy.json.JsonSlurper().parseText(json.toString())
            """;

    public static void main(String[] arguments) throws Exception {
        try (GroovyClassLoader loader = new GroovyClassLoader()) {
            Class<?> script = loader.parseClass(TEXT, "Shop.groovy");
            Callable<Object> task = () -> {
                Script one = (Script) script.getDeclaredConstructor().newInstance();
                one.setBinding(new Binding());
                return one.run();
            };
            Work.run(arguments[0], task);
        }
        System.exit(0);
    }
}
