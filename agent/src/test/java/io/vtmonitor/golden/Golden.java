package io.vtmonitor.golden;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a library was seen to do on JDK 21 when it blocked a virtual thread, and what is to be said of it.
 *
 * @param library artifact and version under observation
 * @param what the program did
 * @param program class under {@code src/golden} that did it
 * @param jars file names of everything on its class path
 * @param jdk version of the JVM
 * @param event the JFR event that told; {@code jdk.SocketRead} where the thread waited without keeping its carrier;
 *     null where nothing told, because nothing was pinned
 * @param monitorClass of the event, for monitor events
 * @param jdkTrace the frames that the JDK's own {@code jdk.tracePinnedThreads} marks in this stack, empty where it is
 *     silent: it knows of no monitor events, and now and then counts monitors that were released
 * @param holders what the finder says, nearest to the block first
 * @param advice id of what is advised, null where nothing was pinned
 * @param frames topmost first: class, method, descriptor, bytecode index, line, modifiers
 */
record Golden(
        String library,
        String what,
        String program,
        List<String> jars,
        String jdk,
        @Nullable String event,
        @Nullable String monitorClass,
        List<String> jdkTrace,
        List<String> holders,
        @Nullable String advice,
        List<List<Object>> frames) {
    static final Path FOLDER = Path.of("src/test/resources/golden");
    static final Path JARS = RepositoryRoot.resolve("agent/classes/target/golden-libs");
    static final String FREE = "jdk.SocketRead";

    private static final JsonMapper JSON = JsonMapper.shared();

    boolean pins() {
        return event != null && !event.equals(FREE);
    }

    /**
     * The event as the product's reader would give it; one that told of a free wait is taken for a pin, to see that
     * nobody is blamed.
     */
    Blocking blocking() {
        BlockingEvent kind = BlockingEvent.PINNED;
        for (BlockingEvent any : BlockingEvent.values()) {
            kind = any.eventName().equals(event) ? any : kind;
        }
        List<Frame> all = frames.stream().map(Golden::frame).toList();
        return new Blocking(new Stack(all, false), kind, true, null, null, monitorClass);
    }

    private static Frame frame(List<Object> f) {
        return new Frame((String) f.get(0), (String) f.get(1), (String) f.get(2), (int) f.get(3), (int) f.get(4), (int)
                f.get(5));
    }

    static List<Object> fields(Frame f) {
        return List.of(f.className(), f.methodName(), f.descriptor(), f.bytecodeIndex(), f.line(), f.modifiers());
    }

    /** Such as {@code a.B.read monitor of this, exact}. */
    static String line(Holder holder) {
        return holder.frame().method() + " " + holder.hold() + (holder.monitors() > 1 ? " x" + holder.monitors() : "")
                + (holder.lock() == null ? "" : " of " + holder.lock()) + ", " + holder.confidence();
    }

    @Override
    public String toString() {
        return library + " " + what + (event == null ? "" : " " + event.replace("jdk.", ""));
    }

    static List<Golden> all() {
        List<Golden> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FOLDER, "*.json")) {
            List<Path> sorted = new ArrayList<>();
            files.forEach(sorted::add);
            sorted.sort(null);
            for (Path file : sorted) {
                all.add(JSON.readValue(Files.readString(file), new TypeReference<Golden>() {}));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** One line for each field and frame, so that a new recording can be read as a difference. */
    String json() {
        StringBuilder json = new StringBuilder("{\n");
        field(json, "library", library);
        field(json, "what", what);
        field(json, "program", program);
        field(json, "jars", jars);
        field(json, "jdk", jdk);
        field(json, "event", event);
        field(json, "monitorClass", monitorClass);
        lines(json, "jdkTrace", jdkTrace);
        lines(json, "holders", holders);
        field(json, "advice", advice);
        lines(json, "frames", frames);
        json.setLength(json.length() - 2);
        return json.append("\n}\n").toString();
    }

    private static void field(StringBuilder json, String name, @Nullable Object value) {
        json.append("  \"")
                .append(name)
                .append("\": ")
                .append(JSON.writeValueAsString(value))
                .append(",\n");
    }

    private static void lines(StringBuilder json, String name, List<?> values) {
        if (values.isEmpty()) {
            field(json, name, values);
            return;
        }
        json.append("  \"").append(name).append("\": [\n");
        for (Object value : values) {
            json.append("    ").append(JSON.writeValueAsString(value)).append(",\n");
        }
        json.setLength(json.length() - 2);
        json.append("\n  ],\n");
    }
}
