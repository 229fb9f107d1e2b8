package io.vtmonitor.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The JDK's own look into a JVM: what it says must agree with what we say. */
public final class Jcmd {
    private Jcmd() {}

    public static String ask(ChildJvm jvm, String... command) throws IOException, InterruptedException {
        String[] all = new String[command.length + 2];
        all[0] = Jdks.home(25).resolve("bin").resolve("jcmd").toString();
        all[1] = Long.toString(jvm.pid());
        System.arraycopy(command, 0, all, 2, command.length);
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
