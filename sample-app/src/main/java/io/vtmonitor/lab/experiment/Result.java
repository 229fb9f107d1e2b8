package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.DemoFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * An experiment's result as it is kept between runs, so that a long run that is stopped loses nothing it has done.
 *
 * @param id of the experiment
 * @param quick whether it was smaller than published
 * @param machine what it ran on
 * @param seconds how long all of it took
 * @param measured what it gave
 */
record Result(String id, boolean quick, Machine machine, double seconds, Measured measured) {
    /** Writes it to its place in the folder, in one move. */
    void save(Path folder) {
        write(
                file(folder, id, quick),
                JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this));
    }

    /** The result of an earlier run, if there is one. */
    static Optional<Result> of(Path folder, String id, boolean quick) {
        Path file = file(folder, id, quick);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonMapper.shared().readValue(file, Result.class));
        } catch (JacksonException e) {
            throw new DemoFailure(
                    "Read the result " + file + " of an earlier run, and it is not as expected: "
                            + e.getOriginalMessage() + ". Remove it, or run the experiment again.",
                    e);
        }
    }

    /** Writes a file next to its place first: a reader sees the old one or the new one, never a part. */
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path part = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + "-", ".part");
            Files.writeString(part, text);
            // Temporary files are their owner's alone; what is committed is everybody's.
            part.toFile().setReadable(true, false);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(Path folder, String id, boolean quick) {
        return folder.resolve(quick ? "results-quick" : "results").resolve(id + ".json");
    }
}
