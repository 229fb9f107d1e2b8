package io.vtmonitor.lab.program;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs programs of the agent's tests ({@code io.vtmonitor.scenario}) one after the other in this JVM. Arguments: their
 * simple names. Each blocks three fresh virtual threads for 60 ms, by its one way.
 */
public final class Ways {
    private static final String PACKAGE = "io.vtmonitor.scenario.";
    private static final byte[] PROTOCOL = "go\nexit\n".getBytes(StandardCharsets.UTF_8);

    private Ways() {}

    public static void main(String[] names) throws Exception {
        Figures.awaitGo();
        for (String name : names) {
            // They wait for a line before they begin, and for one before they end.
            System.setIn(new ByteArrayInputStream(PROTOCOL));
            Class.forName(PACKAGE + name).getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {"3", "60"});
        }
        System.exit(0);
    }
}
