package io.vtmonitor.report.json;

import io.vtmonitor.report.Difference;
import io.vtmonitor.report.DifferenceFacts.Note;
import io.vtmonitor.report.DifferenceFacts.Why;
import io.vtmonitor.report.text.DifferenceText;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** A comparison as JSON, the format of {@code docs/diff.schema.json}. */
public final class JsonDifference {
    private static final JsonMapper MAPPER = Seconds.mapper()
            .addMixIn(Why.class, WhyInWords.class)
            .addMixIn(Note.class, NoteInWords.class)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private JsonDifference() {}

    @JsonSerialize(converter = WhyWriter.class)
    private interface WhyInWords {}

    @JsonSerialize(converter = NoteWriter.class)
    private interface NoteInWords {}

    static final class WhyWriter extends StdConverter<Why, String> {
        @Override
        public String convert(Why why) {
            return DifferenceText.sentence(why);
        }
    }

    static final class NoteWriter extends StdConverter<Note, String> {
        @Override
        public String convert(Note note) {
            return DifferenceText.sentence(note);
        }
    }

    /** The whole comparison, with a line break at the end. */
    public static String write(Difference difference) {
        return MAPPER.writeValueAsString(difference) + "\n";
    }
}
