package io.vtmonitor.report.export;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A SARIF 2.1.0 log with one run, which succeeded. */
public final class SarifLog {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final ObjectNode log = MAPPER.createObjectNode();
    private final ArrayNode rules;
    private final ArrayNode notes;
    private final ArrayNode results;

    /**
     * A log without results.
     *
     * @param tool name and version with a space between them; the version is optional
     * @param hasSources whether the results have places relative to the folder of {@code --source-root}
     */
    public SarifLog(String tool, boolean hasSources) {
        log.put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        String[] named = tool.split(" ", 2);
        driver.put("name", named[0]);
        if (named.length > 1) {
            driver.put("version", named[1]);
        }
        rules = driver.putArray("rules");
        ObjectNode invocation = run.putArray("invocations").addObject().put("executionSuccessful", true);
        notes = invocation.putArray("toolExecutionNotifications");
        run.put("columnKind", "utf16CodeUnits");
        if (hasSources) {
            run.putObject("originalUriBaseIds")
                    .putObject("SRCROOT")
                    .putObject("description")
                    .put("text", "the folder given as --source-root");
        }
        results = run.putArray("results");
    }

    /** Adds an empty result. */
    public ObjectNode addResult() {
        return results.addObject();
    }

    /** Adds an empty rule. Results refer to rules by index. */
    public ObjectNode addRule() {
        return rules.addObject();
    }

    /** Adds something that a reader has to know about the run, such as what was left out. */
    public void note(String text) {
        notes.addObject().put("level", "note").putObject("message").put("text", text);
    }

    /** The log as JSON, with a line break at its end. */
    public String text() {
        return MAPPER.writeValueAsString(log) + "\n";
    }
}
