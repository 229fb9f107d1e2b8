package io.vtmonitor.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vtmonitor.PinnedReport;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SarifReportTest {
    private static final Report REPORT = PinnedReport.on("21.0.8")
            .limit(Limit.of(LimitKind.PINS_SHORTER, 0.001))
            .pins(
                    20,
                    60,
                    "java.lang.Thread.sleep:509",
                    "*lib.Pool.take:70",
                    "com.acme.Orders$Loader.load:12",
                    "a.Main.x")
            .pins(3, 20, "java.lang.Thread.sleep:509", "*com.acme.web.ApiKt.handle:4", "a.Main.x")
            .pins(1, 5, "java.lang.Thread.sleep:509", "*lib.Other.run:1")
            .hold(Hold.CLASS_INIT)
            .pins(1, 300, "java.lang.Thread.sleep:509", "*com.acme.Orders.<clinit>:3", "a.Main.x")
            .report();

    @TempDir
    Path root;

    @Test
    void logs_are_valid_by_the_published_schema() throws IOException {
        assertThat(violations(SarifReport.write(REPORT, null))).isEmpty();
        assertThat(violations(SarifReport.write(REPORT, sources()))).isEmpty();
        assertThat(violations(SarifReport.write(Reports.none(), null))).isEmpty();
        assertThat(violations(SarifReport.write(Reports.mysql(), sources()))).isEmpty();
    }

    @Test
    void the_schema_refuses_what_is_no_log() throws IOException {
        String log = SarifReport.write(REPORT, null);
        assertThat(violations(log.replace("\"warning\"", "\"grave\""))).isNotEmpty();
        assertThat(violations(log.replace("\"ruleIndex\"", "\"ruleNumber\""))).isNotEmpty();
    }

    @Test
    void a_site_is_found_at_its_holder_or_else_where_the_application_went_into_it() throws IOException {
        JsonNode run = run(sources());

        assertThat(places(run))
                .containsExactly(
                        "modules/shop/src/main/java/com/acme/Orders.java:12",
                        "modules/shop/src/main/java/com/acme/Orders.java:3",
                        "web%20front/Api.kt:4");
        assertThat(run.at("/results/0/stacks/0/frames/2/location/physicalLocation/region/startLine")
                        .asInt())
                .isEqualTo(12);
        assertThat(notifications(run))
                .containsExactly(
                        "1 site with 5.0 ms has no frame whose source file is below --source-root: it is left out",
                        "pins shorter than 1 ms are not recorded");
    }

    @Test
    void without_sources_every_site_is_there_by_name() {
        JsonNode run = run(null);
        assertThat(run.at("/results")
                        .valueStream()
                        .map(result -> result.at("/locations/0/logicalLocations/0")
                                .get("fullyQualifiedName")
                                .asString()))
                .containsExactly(
                        "lib.Pool.take", "com.acme.Orders.<clinit>", "com.acme.web.ApiKt.handle", "lib.Other.run");
        assertThat(places(run)).isEmpty();
    }

    @Test
    void the_level_follows_the_share_and_what_comes_once_is_a_note() {
        assertThat(run(null)
                        .at("/results")
                        .valueStream()
                        .map(result -> result.get("level").asString()))
                .containsExactly("error", "note", "warning", "note");
    }

    @Test
    void each_result_names_its_rule() {
        JsonNode run = run(null);
        assertThat(run.at("/tool/driver/rules")
                        .valueStream()
                        .map(rule -> rule.get("id").asString()))
                .containsExactly("monitor", "native");
        run.at("/results")
                .valueStream()
                .forEach(result -> assertThat(run.at("/tool/driver/rules/"
                                        + result.get("ruleIndex").asInt() + "/id")
                                .asString())
                        .isEqualTo(result.get("ruleId").asString()));
        assertThat(run.at("/tool/driver/version").asString()).isEqualTo("1.2.3");
    }

    @Test
    void a_fingerprint_outlives_a_rebuild() {
        assertThat(fingerprint("a.B.lambda$load$3:7"))
                .isEqualTo(fingerprint("a.B.lambda$load$4:9"))
                .isNotEqualTo(fingerprint("a.B.lambda$store$3:7"));
    }

    @Test
    void a_root_that_is_no_folder_is_refused() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        assertThatThrownBy(() -> SourceTree.of(file)).isInstanceOf(IOException.class);
    }

    private static String fingerprint(String frame) {
        Report report = PinnedReport.on("21.0.8").pins(1, 5, "*" + frame).report();
        return JsonMapper.shared()
                .readTree(SarifReport.write(report, null))
                .at("/runs/0/results/0/partialFingerprints")
                .toString();
    }

    private static JsonNode run(@Nullable SourceTree sources) {
        return JsonMapper.shared().readTree(SarifReport.write(REPORT, sources)).at("/runs/0");
    }

    /**
     * A Kotlin file that is not in its package's folder, a decoy of the same name, and what a search must pass over.
     */
    private SourceTree sources() throws IOException {
        file("modules/shop/src/main/java/com/acme/Orders.java", "package com.acme;");
        file("modules/shop/target/generated-sources/x/com/acme/Orders.java", "package com.acme;");
        file("modules/shop/src/main/java/com/other/acme2/Orders.java", "package com.other.acme2;");
        file("node_modules/com/acme/Orders.java", "package com.acme;");
        file("web front/Api.kt", "// license\npackage com.acme.web\n");
        file("admin/Api.kt", "package com.acme.admin\n");
        return SourceTree.of(root);
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static List<String> places(JsonNode run) {
        return run.at("/results")
                .valueStream()
                .map(result -> result.at("/locations/0/physicalLocation"))
                .filter(place -> !place.isMissingNode())
                .map(place -> place.at("/artifactLocation/uri").asString() + ":"
                        + place.at("/region/startLine").asInt())
                .toList();
    }

    private static List<String> notifications(JsonNode run) {
        return run.at("/invocations/0/toolExecutionNotifications")
                .valueStream()
                .map(notification -> notification.at("/message/text").asString())
                .toList();
    }

    private static List<String> violations(String log) throws IOException {
        try (InputStream in = SarifReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(text, InputFormat.JSON);
            return schema.validate(log, InputFormat.JSON).stream()
                    .map(Object::toString)
                    .toList();
        }
    }
}
