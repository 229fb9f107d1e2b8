package io.vtmonitor.cli;

import io.vtmonitor.recording.TemporaryFiles;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * The command line. Loads only what the command needs. Picocli is used only if there are options, because it takes
 * longer to start than a small recording takes to read.
 */
public final class Main {
    private Main() {}

    /**
     * Runs a command; never exits the JVM.
     *
     * @return the exit code; see {@link Commands}
     */
    public static int run(String[] arguments) {
        // Scripts read our numbers, so these must not depend on the user's language. The process is ours.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        TemporaryFiles.clear();
        AnalyzeCommand plain = AnalyzeCommand.ofFiles(arguments);
        return plain == null
                ? Commands.run(arguments)
                : plain.run(writer(System.out, "stdout.encoding"), writer(System.err, "stderr.encoding"));
    }

    /**
     * The command line as a library: runs a command, and prints only to these writers.
     *
     * @param out instead of standard output
     * @param err instead of standard error
     * @return the exit code; see {@link Commands}
     */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return Commands.line().setOut(out).setErr(err).execute(arguments);
    }

    /** A writer with the encoding of the terminal, like picocli's. */
    private static PrintWriter writer(PrintStream stream, String encoding) {
        String named = System.getProperty(encoding, System.getProperty("sun." + encoding));
        Charset charset = named == null ? Charset.defaultCharset() : Charset.forName(named);
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(stream, charset)), true);
    }
}
