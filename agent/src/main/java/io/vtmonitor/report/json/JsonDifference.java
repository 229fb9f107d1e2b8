package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vtmonitor.report.Difference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as JSON, the format of {@code docs/diff.schema.json}. */
public final class JsonDifference {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private JsonDifference() {}

    /** The whole comparison, ending in a line break. */
    public static String write(Difference difference) {
        return MAPPER.writeValueAsString(difference) + "\n";
    }
}
