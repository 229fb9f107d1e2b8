package io.vtmonitor.advice;

import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Confidence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
        Object entries;
        try {
            entries = object(JsonText.read(json)).get("entries");
        } catch (JsonText.NotJsonException notJson) {
            throw bad("is not JSON: " + notJson.getMessage(), "what docs/advice.schema.json describes");
        }
        if (!(entries instanceof List<?> list)) {
            throw bad("has no list \"entries\"", "{\"entries\": [ … ]}");
        }
        List<Entry> all = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Object each : list) {
            Map<String, @Nullable Object> node = object(each);
            String id = node.get("id") instanceof String text ? text : "without id";
            where = ", entry " + (all.size() + 1) + " (" + id + ")";
            Entry entry = entry(node);
            if (!ids.add(entry.id())) {
                throw bad("has the id of an entry before it", "an id of its own");
            }
            all.add(entry);
        }
        return all;
    }

    private Entry entry(Map<String, @Nullable Object> node) throws BadAdviceException {
        for (String field : node.keySet()) {
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
                node.containsKey("workaround") ? text(node, "workaround") : null,
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

    private List<Entry.Fix> fixes(Map<String, @Nullable Object> node) throws BadAdviceException {
        Object fixed = node.getOrDefault("fixed", List.of());
        if (!(fixed instanceof List<?> list)) {
            throw bad("has no list \"fixed\"", "[{\"in\": \"1.2.3\"}] or [{\"branch\": \"1.2\", \"in\": \"1.2.3\"}]");
        }
        List<Entry.Fix> fixes = new ArrayList<>();
        for (Object each : list) {
            Map<String, @Nullable Object> fix = object(each);
            String branch = fix.containsKey("branch") ? version(text(fix, "branch")) : null;
            fixes.add(new Entry.Fix(branch, version(text(fix, "in"))));
        }
        return fixes;
    }

    private List<String> versions(Map<String, @Nullable Object> node, String field) throws BadAdviceException {
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

    private String text(Map<String, @Nullable Object> node, String field) throws BadAdviceException {
        if (!(node.get(field) instanceof String text) || text.isBlank()) {
            throw bad("has no text \"" + field + "\"", "{\"" + field + "\": \"…\"}");
        }
        return text;
    }

    private List<String> texts(Map<String, @Nullable Object> node, String field, boolean needed) throws BadAdviceException {
        List<String> texts = new ArrayList<>();
        if (!node.containsKey(field) && !needed) {
            return texts;
        }
        boolean wrong = true;
        if (node.get(field) instanceof List<?> list) {
            wrong = list.isEmpty();
            for (Object each : list) {
                String text = each instanceof String string ? string : "";
                wrong |= text.isBlank();
                texts.add(text);
            }
        }
        if (wrong) {
            throw bad("has no list of texts \"" + field + "\"", "{\"" + field + "\": [\"…\"]}");
        }
        return texts;
    }

    /** A value's members; none where it is no object. */
    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> members.put(String.valueOf(name), member));
        }
        return members;
    }

    private BadAdviceException bad(String saw, String accepted) {
        return new BadAdviceException("advice file " + name + where + " " + saw + "; accepted: " + accepted);
    }

    /** What to say by reason where no library matches; ours alone. */
    static Map<String, Knowledge.Text> general(String json) throws BadAdviceException {
        AdviceFile file = new AdviceFile("advice.json");
        Map<String, Knowledge.Text> texts = new TreeMap<>();
        try {
            Map<String, @Nullable Object> general = object(object(JsonText.read(json)).get("general"));
            for (String reason : general.keySet()) {
                Map<String, @Nullable Object> text = object(general.get(reason));
                texts.put(reason, new Knowledge.Text(file.text(text, "summary"), file.text(text, "action")));
            }
        } catch (JsonText.NotJsonException notJson) {
            throw file.bad("is not JSON: " + notJson.getMessage(), "JSON");
        }
        return texts;
    }
}
