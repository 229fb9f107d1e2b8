package io.vtmonitor.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A JSON report, and what the command that made it said of it.
 *
 * @param json empty where there is none
 * @param problems what could not be read, a line each; empty for nothing
 */
record SiteReport(JsonNode json, String problems) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LISTED = 20;

    /** @param command {@code analyze} with files */
    static SiteReport of(CommandRunner runner, List<String> command) throws IOException, InterruptedException {
        Path file = Files.createTempFile("vt-monitor-", ".json");
        try {
            List<String> asJson = new ArrayList<>(command);
            asJson.add("-o");
            asJson.add(file.toString());
            CommandRunner.Result result = runner.run(asJson);
            JsonNode json = Files.size(file) == 0 ? JSON.missingNode() : JSON.readTree(file.toFile());
            return new SiteReport(json, result.err().strip());
        } catch (JacksonException e) {
            throw new IOException("the report could not be read: " + e.getOriginalMessage(), e);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** The site of this id, else those whose ids contain it. */
    List<JsonNode> fitting(String wanted) {
        List<JsonNode> fitting = new ArrayList<>();
        for (JsonNode site : json.path("sites")) {
            String id = site.path("id").asString("");
            if (id.equals(wanted)) {
                return List.of(site);
            }
            if (id.contains(wanted)) {
                fitting.add(site);
            }
        }
        return fitting;
    }

    Tool.Answer noneFits(String wanted) {
        if (json.isMissingNode()) {
            return new Tool.Answer(problems, true);
        }
        List<String> ids = new ArrayList<>();
        json.path("sites").forEach(site -> ids.add(site.path("id").asString("")));
        return new Tool.Answer(
                "no pinned site contains '" + wanted + "'."
                        + (ids.isEmpty()
                                ? " The report has no site." + missing()
                                : " Sites: " + String.join("; ", ids.subList(0, Math.min(LISTED, ids.size())))),
                true);
    }

    /** Why pins are missing, in the sentences of the report; empty if none is known to be. */
    private String missing() {
        StringBuilder said = new StringBuilder();
        for (JsonNode limit : json.path("limits")) {
            if (limit.path("hides").asString("").equals("pins")) {
                said.append(" Pins are missing: ")
                        .append(limit.path("sentence").asString(""))
                        .append('.');
            }
        }
        return said.toString();
    }

    Tool.Answer answer(String text) {
        return new Tool.Answer(problems.isEmpty() ? text : text + "\n" + problems + "\n", false);
    }
}
