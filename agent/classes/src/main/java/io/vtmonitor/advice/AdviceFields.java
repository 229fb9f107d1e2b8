package io.vtmonitor.advice;

import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.Printable;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Fields of a file of advice, read strictly: what is not understood is named with the file and the place in it. */
final class AdviceFields {
    private final String file;

    /** Where in the file, such as {@code , entry 3 (acme)}. */
    private String where = "";

    AdviceFields(String file) {
        this.file = file;
    }

    /** What is read from now on. */
    void at(String kind, int number, JsonNode node) {
        where = ", " + kind + " " + number + " (" + node.path("id").asString("without id") + ")";
    }

    void only(JsonNode node, List<String> known) throws BadAdviceException {
        for (String field : node.propertyNames()) {
            if (!known.contains(field)) {
                throw bad(
                        "has a field '" + Printable.echo(field) + "'",
                        String.join(", ", known),
                        NearestName.question(known, field));
            }
        }
    }

    String text(JsonNode node, String field) throws BadAdviceException {
        JsonNode value = node.path(field);
        if (!value.isString() || value.asString().isBlank()) {
            throw bad("has no text \"" + field + "\"", "{\"" + field + "\": \"…\"}");
        }
        return value.asString();
    }

    List<String> texts(JsonNode node, String field, boolean needed) throws BadAdviceException {
        JsonNode value = node.path(field);
        List<String> texts = new ArrayList<>();
        for (JsonNode each : value) {
            texts.add(each.isString() ? each.asString() : "");
        }
        boolean isWrong = value.isMissingNode() ? needed : !value.isArray() || texts.isEmpty();
        if (isWrong || texts.stream().anyMatch(String::isBlank)) {
            throw bad("has no list of texts \"" + field + "\"", "{\"" + field + "\": [\"…\"]}");
        }
        return texts;
    }

    String version(String text) throws BadAdviceException {
        if (!Versions.isVersion(text)) {
            throw bad("has the version '" + text + "'", "a release such as 1.2.3 or 1.2.3-beta.4");
        }
        return text;
    }

    List<String> versions(JsonNode node, String field) throws BadAdviceException {
        List<String> versions = texts(node, field, false);
        for (String version : versions) {
            version(version);
        }
        return versions;
    }

    String evidence(JsonNode node) throws BadAdviceException {
        String evidence = text(node, "evidence");
        if (!evidence.matches("https://\\S+")) {
            throw bad("has the evidence '" + evidence + "'", "an https address");
        }
        return evidence;
    }

    BadAdviceException bad(String saw, String accepted) {
        return bad(saw, accepted, "");
    }

    private BadAdviceException bad(String saw, String accepted, String question) {
        return new BadAdviceException("advice file " + file + where + " " + saw
                + (question.isEmpty() ? "; accepted: " : question + " Accepted: ") + accepted);
    }
}
