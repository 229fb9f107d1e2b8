package io.vtmonitor.advice;

import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Confidence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a file of advice, ours or a user's, and is strict: what it does not understand it names. */
final class AdviceFile {
    private static final String KINDS = "monitor, native, clinit, loader, victim";
    private static final Set<String> FIELDS = Set.of(
            "id",
            "artifacts",
            "holders",
            "calledBy",
            "kind",
            "jdk",
            "fixed",
            "regressed",
            "summary",
            "action",
            "workaround",
            "unpin",
            "evidence",
            "confidence");

    private final String name;
    private String where = "";

    private AdviceFile(String name) {
        this.name = name;
    }

    static List<Entry> entries(String name, String json) throws BadAdviceException {
        return new AdviceFile(name).entries(json);
    }

    private List<Entry> entries(String json) throws BadAdviceException {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(json);
        } catch (JacksonException notJson) {
            throw bad("is not JSON: " + notJson.getOriginalMessage(), "what docs/advice.schema.json describes");
        }
        JsonNode entries = root.path("entries");
        if (!entries.isArray()) {
            throw bad("has no list \"entries\"", "{\"entries\": [ … ]}");
        }
        List<Entry> all = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode node : entries) {
            where = ", entry " + (all.size() + 1) + " (" + node.path("id").asString("without id") + ")";
            Entry entry = entry(node);
            if (!ids.add(entry.id())) {
                throw bad("has the id of an entry before it", "an id of its own");
            }
            all.add(entry);
        }
        return all;
    }

    private Entry entry(JsonNode node) throws BadAdviceException {
        for (String field : node.propertyNames()) {
            if (!FIELDS.contains(field)) {
                throw bad(
                        "has a field '" + field + "'",
                        String.join(", ", FIELDS.stream().sorted().toList()));
            }
        }
        String evidence = text(node, "evidence");
        if (!evidence.matches("https://\\S+")) {
            throw bad("has the evidence '" + evidence + "'", "an https address");
        }
        return new Entry(
                text(node, "id"),
                texts(node, "artifacts", true),
                texts(node, "holders", true),
                texts(node, "calledBy", false),
                kind(text(node, "kind")),
                everyJdk(text(node, "jdk")),
                fixes(node),
                versions(node, "regressed"),
                text(node, "summary"),
                text(node, "action"),
                node.has("workaround") ? text(node, "workaround") : null,
                node.has("unpin") ? texts(unpin(node), "patterns", true) : List.of(),
                node.has("unpin") ? versions(unpin(node), "versions") : List.of(),
                evidence,
                confidence(text(node, "confidence")));
    }

    private AdviceKind kind(String text) throws BadAdviceException {
        for (AdviceKind kind : AdviceKind.values()) {
            if (kind.toString().equals(text) && kind != AdviceKind.GENERAL) {
                return kind;
            }
        }
        throw bad("has the kind '" + text + "'", KINDS);
    }

    private boolean everyJdk(String text) throws BadAdviceException {
        if (!text.equals("<24") && !text.equals("any")) {
            throw bad("has jdk '" + text + "'", "\"<24\" or \"any\"");
        }
        return text.equals("any");
    }

    private Confidence confidence(String text) throws BadAdviceException {
        try {
            return Confidence.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw bad("has the confidence '" + text + "'", "exact, likely, unknown");
        }
    }

    private List<Entry.Fix> fixes(JsonNode node) throws BadAdviceException {
        if (node.has("fixed") && !node.path("fixed").isArray()) {
            throw bad("has no list \"fixed\"", "[{\"in\": \"1.2.3\"}] or [{\"branch\": \"1.2\", \"in\": \"1.2.3\"}]");
        }
        List<Entry.Fix> fixes = new ArrayList<>();
        for (JsonNode fix : node.path("fixed")) {
            String branch = fix.has("branch") ? version(text(fix, "branch")) : null;
            fixes.add(new Entry.Fix(branch, version(text(fix, "in"))));
        }
        return fixes;
    }

    private JsonNode unpin(JsonNode node) throws BadAdviceException {
        JsonNode unpin = node.path("unpin");
        if (!Set.copyOf(unpin.propertyNames()).equals(Set.of("patterns", "versions"))) {
            throw bad("has unpin " + unpin, "{\"patterns\": [\"com.acme.**\"], \"versions\": [\"1.2.3\"]}");
        }
        return unpin;
    }

    private List<String> versions(JsonNode node, String field) throws BadAdviceException {
        List<String> versions = texts(node, field, false);
        for (String version : versions) {
            version(version);
        }
        return versions;
    }

    private String version(String text) throws BadAdviceException {
        if (!Versions.isVersion(text)) {
            throw bad("has the version '" + text + "'", "a release such as 1.2.3 or 1.2.3-beta.4");
        }
        return text;
    }

    private String text(JsonNode node, String field) throws BadAdviceException {
        JsonNode value = node.path(field);
        if (!value.isString() || value.asString().isBlank()) {
            throw bad("has no text \"" + field + "\"", "{\"" + field + "\": \"…\"}");
        }
        return value.asString();
    }

    private List<String> texts(JsonNode node, String field, boolean needed) throws BadAdviceException {
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

    private BadAdviceException bad(String saw, String accepted) {
        return new BadAdviceException("advice file " + name + where + " " + saw + "; accepted: " + accepted);
    }

    /** What to say by reason where no library matches; ours alone. */
    static Map<String, Knowledge.Text> general(String json) {
        Map<String, Knowledge.Text> texts = new TreeMap<>();
        JsonNode general = JsonMapper.shared().readTree(json).path("general");
        for (String reason : general.propertyNames()) {
            @Nullable JsonNode text = general.get(reason);
            texts.put(
                    reason,
                    new Knowledge.Text(
                            text.path("summary").asString(), text.path("action").asString()));
        }
        return texts;
    }
}
