package io.vtmonitor.sink;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vtmonitor.model.Report;
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
}
