package io.vtmonitor.sink;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vtmonitor.model.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The report as JSON, the format of {@code docs/report.md}. */
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private JsonReport() {}

    /** The whole report, ending in a line break. */
    public static String write(Report report) {
        return MAPPER.writeValueAsString(report) + "\n";
    }

    /**
     * Reads a report back.
     *
     * @throws IOException where the file can't be read or is no report of this version
     */
    public static Report read(Path file) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), Report.class);
        } catch (JacksonException bad) {
            throw new IOException("it is no report: " + bad.getOriginalMessage(), bad);
        }
    }
}
