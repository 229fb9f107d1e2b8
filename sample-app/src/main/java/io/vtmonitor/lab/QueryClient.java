package io.vtmonitor.lab;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM that asks queries when it is told to: the other side of {@link QueryLoad}. */
final class QueryClient implements AutoCloseable {
    private static final Pattern FIGURE = Pattern.compile("(answers|seconds|processor|compilers) ([\\d.E-]+)");

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter words;
    private final Path errors;

    /**
     * What one turn gave.
     *
     * @param answers how many queries were answered
     * @param seconds in which they were
     * @param processor seconds of the JVM's processor time
     * @param compilers seconds that its compilers took, of those
     */
    record Turn(double answers, double seconds, double processor, double compilers) {
        static final Turn NONE = new Turn(0, 0, 0, 0);

        Turn plus(Turn other) {
            return new Turn(
                    answers + other.answers,
                    seconds + other.seconds,
                    processor + other.processor,
                    compilers + other.compilers);
        }

        /** Queries a second. */
        double rate() {
            return answers / seconds;
        }

        /** Microseconds of processor time for each query. */
        double micros() {
            return processor / answers * 1e6;
        }

        /** The part of one processor that the compilers took. */
        double compiling() {
            return compilers / seconds;
        }
    }

    /** The JVM does nothing yet; what it says besides its answers goes to {@code errors}. */
    QueryClient(List<String> command, Path errors) {
        this.errors = errors;
        try {
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        } catch (IOException e) {
            throw new DemoFailure("Could not start a JVM that asks queries: " + e.getMessage());
        }
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        words = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** Asks until the compilers are done; what the sixth to the tenth second gave. */
    Turn warmUp() {
        return tell(QueryLoad.WARM_UP);
    }

    /** Asks for about two seconds. */
    Turn turn() {
        return tell(QueryLoad.TURN);
    }

    private Turn tell(String word) {
        Map<String, Double> figures = new HashMap<>();
        try {
            words.write(word);
            words.newLine();
            words.flush();
            for (String line = answers.readLine(); !QueryLoad.DONE.equals(line); line = answers.readLine()) {
                if (line == null) {
                    throw new DemoFailure("Had queries asked, and the JVM ended; " + errors + " says why.");
                }
                Matcher figure = FIGURE.matcher(line);
                if (figure.matches()) { // others are the log of what runs there
                    figures.put(figure.group(1), Double.valueOf(figure.group(2)));
                }
            }
        } catch (IOException e) {
            throw new DemoFailure("Had queries asked, and saw: " + e.getMessage() + "; " + errors + " may say why.");
        }
        return new Turn(
                figure(figures, "answers"),
                figure(figures, "seconds"),
                figure(figures, "processor"),
                figure(figures, "compilers"));
    }

    private static double figure(Map<String, Double> figures, String name) {
        Double figure = figures.get(name);
        if (figure == null) {
            throw new DemoFailure("Looked for '" + name + "' in what the queries gave, and saw: " + figures);
        }
        return figure;
    }

    /** Lets it end; no query may have failed. */
    void end() {
        try {
            words.close();
            int code = process.waitFor();
            if (code != 0) {
                throw new DemoFailure("Had queries asked, and saw exit code " + code + "; " + errors + " says why.");
            }
        } catch (IOException | InterruptedException e) {
            throw new DemoFailure("Waited for a JVM that had asked queries, and saw: " + e);
        }
    }

    /** Makes it end, if it runs. */
    @Override
    public void close() {
        process.destroy();
    }
}
