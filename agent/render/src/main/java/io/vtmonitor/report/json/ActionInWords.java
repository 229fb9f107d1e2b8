package io.vtmonitor.report.json;

import io.vtmonitor.model.Action;
import io.vtmonitor.report.text.ActionText;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** In JSON, what to do is text. */
@JsonSerialize(converter = ActionInWords.Writer.class)
@JsonDeserialize(converter = ActionInWords.Reader.class)
interface ActionInWords {
    /** Writes the text. */
    final class Writer extends StdConverter<Action, String> {
        @Override
        public String convert(Action action) {
            return ActionText.of(action);
        }
    }

    /** Reads the text. */
    final class Reader extends StdConverter<String, Action> {
        @Override
        public Action convert(String words) {
            return new Action.Worded(words);
        }
    }
}
