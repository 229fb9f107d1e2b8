package io.vtmonitor.report.json;

import io.vtmonitor.model.Change;
import io.vtmonitor.report.text.PlanText;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** In JSON, what to change is text. */
@JsonSerialize(converter = ChangeInWords.Writer.class)
@JsonDeserialize(converter = ChangeInWords.Reader.class)
interface ChangeInWords {
    /** Writes the text. */
    final class Writer extends StdConverter<Change, String> {
        @Override
        public String convert(Change change) {
            return PlanText.text(change);
        }
    }

    /** Reads the text. */
    final class Reader extends StdConverter<String, Change> {
        @Override
        public Change convert(String words) {
            return new Change.Worded(words);
        }
    }
}
