package io.vtmonitor.report.json;

import io.vtmonitor.model.Action;
import io.vtmonitor.report.text.ActionText;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** What to do as JSON has it: sentences. */
@JsonSerialize(converter = ActionInWords.Writer.class)
@JsonDeserialize(converter = ActionInWords.Reader.class)
interface ActionInWords {
    /** To the JSON. */
    final class Writer extends StdConverter<Action, String> {
        @Override
        public String convert(Action action) {
            return ActionText.of(action);
        }
    }

    /** Back from it. */
    final class Reader extends StdConverter<String, Action> {
        @Override
        public Action convert(String words) {
            return new Action.Worded(words);
        }
    }
}
