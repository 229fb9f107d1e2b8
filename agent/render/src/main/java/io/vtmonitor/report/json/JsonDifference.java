package io.vtmonitor.report.json;

import io.vtmonitor.report.Difference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as JSON, the format of {@code docs/diff.schema.json}. */
public final class JsonDifference {
    private static final JsonMapper MAPPER =
            Seconds.mapper().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonDifference() {}

    /** The whole comparison, ending in a line break. */
    public static String write(Difference difference) {
        return MAPPER.writeValueAsString(difference) + "\n";
    }
}
