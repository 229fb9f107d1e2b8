package io.vtmonitor.sink;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.vtmonitor.model.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report as JSON, the format of {@code docs/report.md}: written, and read back to the same report. Frames are kept in
 * a table, and stacks refer to it, so that a hundred thousand stacks still make a file that can be handed on.
 */
public final class JsonReport {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addMixIn(Report.StackFigures.class, Stack.class)
            .addMixIn(Report.StackTime.class, Row.class)
            .addMixIn(Report.Bin.class, Row.class)
            .build();

    private JsonReport() {}

    /** What is particular about stacks. */
    interface Stack {
        @JsonSerialize(using = FrameTable.StackWriter.class)
        @JsonDeserialize(using = FrameTable.StackReader.class)
        List<String> frames();
    }

    /** There are many of them: named fields would be most of the file. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface Row {}

    /** The whole report, ending in a line break. */
    public static String write(Report report) {
        ReportDocument document = ReportDocument.of(report);
        return MAPPER.writer()
                        .withAttribute(FrameTable.ATTRIBUTE, FrameTable.places(document.frames()))
                        .writeValueAsString(document)
                + "\n";
    }

    /**
     * Reads a report that {@link #write} has written.
     *
     * @throws IOException where there is none
     */
    public static Report read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return MAPPER.readValue(in, ReportDocument.class).report();
        } catch (JacksonException bad) {
            throw new IOException(bad.getOriginalMessage(), bad);
        }
    }
}
