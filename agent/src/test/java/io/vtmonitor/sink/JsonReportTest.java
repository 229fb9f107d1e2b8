package io.vtmonitor.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Occurrence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Remedy;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.StallPattern;
import io.vtmonitor.model.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    private static final Path SCHEMA = Path.of("../docs/report.schema.json");

    @Test
    void a_report_is_valid_by_the_schema_in_the_documentation() throws IOException {
        assertThat(violations(JsonReport.write(Reports.mysql()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.none()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.stalled()))).isEmpty();
    }

    @Test
    void the_schema_refuses_what_is_not_a_report() throws IOException {
        String json = JsonReport.write(Reports.mysql());
        assertThat(violations(json.replace("\"exact\"", "\"certain\""))).isNotEmpty();
        assertThat(violations(json.replace("\"pinnedSeconds\"", "\"seconds\""))).isNotEmpty();
    }

    @Test
    void the_schema_knows_every_name_that_a_report_can_use() throws IOException {
        JsonNode site = JsonMapper.shared().readTree(Files.readString(SCHEMA)).at("/properties/sites/items/properties");
        assertThat(names(site.at("/operation/enum"))).isEqualTo(names(Operation.values()));
        assertThat(names(site.at("/reason/enum"))).isEqualTo(names(Reason.values()));
        assertThat(names(site.at("/verdict/enum"))).isEqualTo(names(Verdict.values()));
        assertThat(names(site.at("/occurrence/enum"))).isEqualTo(names(Occurrence.values()));
        assertThat(names(JsonMapper.shared()
                        .readTree(Files.readString(SCHEMA))
                        .at("/properties/plan/items/properties/kind/enum")))
                .isEqualTo(names(Remedy.Kind.values()));
        assertThat(names(JsonMapper.shared()
                        .readTree(Files.readString(SCHEMA))
                        .at("/properties/stalls/items/properties/pattern/enum")))
                .isEqualTo(names(StallPattern.values()));
        JsonNode holder = site.at("/holders/items/properties");
        assertThat(names(holder.at("/hold/enum"))).isEqualTo(names(Hold.values()));
        assertThat(names(holder.at("/confidence/enum"))).isEqualTo(names(Confidence.values()));
        assertThat(names(site.at("/advice/properties/kind/enum"))).isEqualTo(names(AdviceKind.values()));
    }

    @Test
    void a_report_can_be_read_back() {
        Report report = Reports.mysql();
        assertThat(JsonMapper.shared().readValue(JsonReport.write(report), Report.class))
                .isEqualTo(report);
    }

    private static List<String> violations(String json) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static List<String> names(JsonNode texts) {
        return texts.valueStream().map(JsonNode::asString).toList();
    }

    private static List<String> names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).toList();
    }
}
