package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonValue;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.text.HolderNoteText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/**
 * The report as JSON, in the format of {@code docs/report.md}. A report that is written and read is the same. Frames
 * are in a table, to which stacks refer, so that a report with a hundred thousand stacks is not too large to pass on.
 */
public final class JsonReport {
    static final JsonMapper MAPPER = Seconds.mapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addMixIn(StackFigures.class, Stack.class)
            .addMixIn(StackFrame.class, FrameAsText.class)
            .addMixIn(UnpinSummary.Pattern.class, PatternAsText.class)
            .addMixIn(UnpinSummary.Refused.class, RefusedAsText.class)
            .addMixIn(WaitVerdict.class, VerdictInWords.class)
            .addMixIn(Waits.class, WaitsOfAnyRelease.class)
            .addMixIn(Stall.class, StallInWords.class)
            .addMixIn(Limit.class, LimitWithSentence.class)
            .addMixIn(HolderNote.class, NoteInWords.class)
            .addMixIn(StackTime.class, Row.class)
            .addMixIn(Bin.class, Row.class)
            .build();

    private JsonReport() {}

    /** How a stack differs from other records. */
    interface Stack {
        @JsonSerialize(using = FrameTable.StackWriter.class)
        @JsonDeserialize(using = FrameTable.StackReader.class)
        List<StackFrame> frames();
    }

    /** A frame that is not in the table. */
    private abstract static class FrameAsText {
        @JsonCreator
        static StackFrame parse(String text) {
            return StackFrame.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    private abstract static class PatternAsText {
        @JsonCreator
        static UnpinSummary.Pattern parse(String text) {
            return UnpinSummary.Pattern.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    private abstract static class RefusedAsText {
        @JsonCreator
        static UnpinSummary.Refused parse(String text) {
            return UnpinSummary.Refused.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    @JsonSerialize(converter = VerdictDocument.Writer.class)
    private interface VerdictInWords {}

    @JsonDeserialize(converter = WaitsDocument.Reader.class)
    private interface WaitsOfAnyRelease {}

    @JsonSerialize(converter = LimitDocument.Writer.class)
    @JsonDeserialize(using = LimitDocument.Reader.class)
    private interface LimitWithSentence {}

    @JsonSerialize(converter = NoteWriter.class)
    @JsonDeserialize(converter = NoteReader.class)
    private interface NoteInWords {}

    static final class NoteWriter extends StdConverter<HolderNote, String> {
        @Override
        public String convert(HolderNote note) {
            return HolderNoteText.of(note);
        }
    }

    static final class NoteReader extends StdConverter<String, HolderNote> {
        @Override
        public HolderNote convert(String words) {
            return HolderNote.read(words);
        }
    }

    @JsonSerialize(converter = StallDocument.Writer.class)
    @JsonDeserialize(converter = StallDocument.Reader.class)
    private interface StallInWords {}

    /** A record of which there are many: with the names of its fields, they would be most of the file. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface Row {}

    /** The whole report, with a line break at the end. */
    public static String write(Report report) {
        return write(report, null, MAPPER.writer());
    }

    /** The whole report in one line. */
    public static String writeLine(Report report) {
        return write(report, null, MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT));
    }

    /** The whole report of a running JVM. */
    public static String write(Report report, @Nullable LastMinute lastMinute) {
        return write(report, lastMinute, MAPPER.writer());
    }

    private static String write(Report report, @Nullable LastMinute lastMinute, ObjectWriter writer) {
        ReportDocument document = ReportDocument.of(report, lastMinute);
        return writer.withAttribute(FrameTable.ATTRIBUTE, FrameTable.places(document.frames()))
                        .writeValueAsString(document)
                + "\n";
    }

    /**
     * Reads a report that {@link #write} has written.
     *
     * @throws IOException if the file has none
     */
    public static Report read(Path file) throws IOException {
        List<Report> reports = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            read(in, reports::add);
        }
        if (reports.size() != 1) {
            throw new IOException("it contains " + reports.size() + " reports; one is accepted");
        }
        return reports.get(0);
    }

    /**
     * Reads reports that follow one another or are in an array.
     *
     * @param next receives each report when it has been read
     * @throws IOException if a report can't be read; {@code next} has received those before it
     */
    public static void read(InputStream in, Consumer<Report> next) throws IOException {
        int read = 0;
        try (MappingIterator<ReportDocument> documents =
                MAPPER.readerFor(ReportDocument.class).readValues(in)) {
            while (documents.hasNextValue()) {
                next.accept(WholeReport.of(documents.nextValue()));
                read++;
            }
        } catch (JacksonException e) {
            throw new IOException(message(e), e);
        }
        if (read == 0) {
            throw new IOException("there is no report in it");
        }
    }

    private static String message(JacksonException bad) {
        String where = bad.getLocation() == null || bad.getLocation().getLineNr() < 0
                ? ""
                : "line " + bad.getLocation().getLineNr() + ", column "
                        + bad.getLocation().getColumnNr() + ": ";
        String what = bad instanceof StreamReadException
                ? "it is not JSON as analyze writes it with -o report.json"
                : "it is not a report of vt-monitor";
        String said = FailureText.ofJson(bad.getOriginalMessage());
        // A message with the name of one of our classes tells the user nothing.
        return said.contains("`io.vtmonitor.") ? what : what + " (" + where + said + ")";
    }
}
