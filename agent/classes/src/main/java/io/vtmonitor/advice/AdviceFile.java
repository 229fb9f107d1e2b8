package io.vtmonitor.advice;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Releases;
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
    private static final List<String> ENTRY = List.of(
            "action",
            "artifacts",
            "calledBy",
            "checked",
            "confidence",
            "evidence",
            "fixed",
            "guess",
            "holders",
            "id",
            "jdk",
            "kind",
            "regressed",
            "step",
            "summary",
            "unpin",
            "workaround");

    private final AdviceFields fields;

    private AdviceFile(String name) {
        fields = new AdviceFields(name);
    }

    /**
     * What a file says of libraries and of the JDK; its general advice is left out.
     *
     * @param name of the file, for messages
     * @throws BadAdviceException says what is wrong with the file, where, and what is accepted
     */
    static Knowledge read(String name, String json) throws BadAdviceException {
        return new AdviceFile(name).read(json);
    }

    private Knowledge read(String json) throws BadAdviceException {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(json);
        } catch (JacksonException e) {
            throw fields.bad(
                    "is not JSON: " + FailureText.ofJson(e.getOriginalMessage()),
                    "what docs/advice.schema.json describes");
        }
        if (!root.path("entries").isArray() && !root.path("jdkBugs").isArray()) {
            throw fields.bad("has no list \"entries\"", "{\"entries\": [ … ]}");
        }
        return new Knowledge(entries(root.path("entries")), jdkBugs(root.path("jdkBugs")), Map.of());
    }

    private List<Entry> entries(JsonNode nodes) throws BadAdviceException {
        List<Entry> all = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode node : nodes) {
            fields.at("entry", all.size() + 1, node);
            Entry entry = entry(node);
            if (!ids.add(entry.id())) {
                throw fields.bad("has the id of an entry before it", "an id of its own");
            }
            all.add(entry);
        }
        return all;
    }

    private Entry entry(JsonNode node) throws BadAdviceException {
        fields.only(node, ENTRY);
        return new Entry(
                fields.text(node, "id"),
                fields.texts(node, "artifacts", true),
                new Entry.Match(
                        fields.texts(node, "holders", true),
                        fields.texts(node, "calledBy", false),
                        kind(fields.text(node, "kind")),
                        everyJdk(fields.text(node, "jdk"))),
                new Releases(
                        fixes(node),
                        fields.versions(node, "regressed"),
                        node.has("checked") ? checked(node.path("checked")) : null,
                        guess(node)),
                new Entry.Remedy(
                        fields.text(node, "summary"),
                        fields.text(node, "action"),
                        node.has("workaround") ? fields.text(node, "workaround") : null,
                        node.has("step") ? step(node.path("step")) : null),
                new Entry.UnpinProof(
                        node.has("unpin") ? fields.texts(unpin(node), "patterns", true) : List.of(),
                        node.has("unpin") ? fields.versions(unpin(node), "versions") : List.of()),
                fields.evidence(node),
                confidence(fields.text(node, "confidence")));
    }

    private AdviceKind kind(String text) throws BadAdviceException {
        for (AdviceKind kind : AdviceKind.values()) {
            if (kind.toString().equals(text) && kind != AdviceKind.GENERAL) {
                return kind;
            }
        }
        throw fields.bad("has the kind '" + text + "'", KINDS);
    }

    private boolean everyJdk(String text) throws BadAdviceException {
        if (!text.equals("<24") && !text.equals("any")) {
            throw fields.bad("has jdk '" + text + "'", "\"<24\" or \"any\"");
        }
        return text.equals("any");
    }

    private Confidence confidence(String text) throws BadAdviceException {
        try {
            return Confidence.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException ignored) {
            throw fields.bad("has the confidence '" + text + "'", "exact, likely, unknown");
        }
    }

    private List<Releases.Fix> fixes(JsonNode node) throws BadAdviceException {
        if (node.has("fixed") && !node.path("fixed").isArray()) {
            throw fields.bad(
                    "has no list \"fixed\"", "[{\"in\": \"1.2.3\"}] or [{\"branch\": \"1.2\", \"in\": \"1.2.3\"}]");
        }
        List<Releases.Fix> fixes = new ArrayList<>();
        for (JsonNode fix : node.path("fixed")) {
            String branch = fix.has("branch") ? fields.version(fields.text(fix, "branch")) : null;
            fixes.add(new Releases.Fix(branch, fields.version(fields.text(fix, "in"))));
        }
        return fixes;
    }

    private Cure step(JsonNode node) throws BadAdviceException {
        fields.only(node, List.of("kind", "what"));
        String text = fields.text(node, "kind");
        for (Cure.Kind kind : Cure.Kind.values()) {
            if (kind.toString().equals(text)) {
                return new Cure(kind, new Change.Worded(fields.text(node, "what")), false);
            }
        }
        throw fields.bad("has a step of the kind '" + text + "'", "release, option, code");
    }

    private Releases.Checked checked(JsonNode node) throws BadAdviceException {
        fields.only(node, List.of("before", "found", "after", "left", "on"));
        if (!node.path("found").isInt() || !node.path("left").isInt()) {
            throw fields.bad(
                    "has checked " + node,
                    "{\"before\": \"1.2.2\", \"found\": 3, \"after\": \"1.2.3\", \"left\": 0, …}");
        }
        return new Releases.Checked(
                fields.version(fields.text(node, "before")),
                node.path("found").asInt(),
                fields.version(fields.text(node, "after")),
                node.path("left").asInt(),
                fields.text(node, "on"));
    }

    private boolean guess(JsonNode node) throws BadAdviceException {
        if (node.has("guess") && !node.path("guess").isBoolean()) {
            throw fields.bad("has guess " + node.path("guess"), "true or false");
        }
        return node.path("guess").asBoolean(false);
    }

    private JsonNode unpin(JsonNode node) throws BadAdviceException {
        JsonNode unpin = node.path("unpin");
        if (!Set.copyOf(unpin.propertyNames()).equals(Set.of("patterns", "versions"))) {
            throw fields.bad("has unpin " + unpin, "{\"patterns\": [\"com.acme.**\"], \"versions\": [\"1.2.3\"]}");
        }
        return unpin;
    }

    private List<JdkBug> jdkBugs(JsonNode nodes) throws BadAdviceException {
        List<JdkBug> bugs = new ArrayList<>();
        for (JsonNode node : nodes) {
            fields.at("JDK bug", bugs.size() + 1, node);
            fields.only(node, List.of("id", "summary", "ranges", "evidence"));
            bugs.add(new JdkBug(
                    fields.text(node, "id"),
                    fields.text(node, "summary"),
                    ranges(node.path("ranges")),
                    fields.evidence(node)));
        }
        return bugs;
    }

    private List<JdkBug.Range> ranges(JsonNode nodes) throws BadAdviceException {
        List<JdkBug.Range> ranges = new ArrayList<>();
        for (JsonNode node : nodes) {
            fields.only(node, List.of("release", "vendor", "affectedTo", "fixed"));
            if (!node.path("release").isInt()) {
                throw fields.bad("has a range without \"release\"", "{\"release\": 25, …}");
            }
            ranges.add(new JdkBug.Range(
                    node.path("release").asInt(),
                    node.has("vendor") ? fields.text(node, "vendor") : null,
                    fields.version(fields.text(node, "affectedTo")),
                    node.has("fixed") ? fields.version(fields.text(node, "fixed")) : null));
        }
        if (ranges.isEmpty()) {
            throw fields.bad("has no list \"ranges\"", "[{\"release\": 25, \"affectedTo\": \"25.0.2\"}]");
        }
        return ranges;
    }

    /** The advice for each reason if no library matches. Only our own file has it. */
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
