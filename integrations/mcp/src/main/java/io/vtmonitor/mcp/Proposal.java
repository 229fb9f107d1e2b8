package io.vtmonitor.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The cure of a report as a change of a build file, which is shown and not made. */
final class Proposal {
    private static final long MOST_BYTES = 1 << 20;

    private Proposal() {}

    /**
     * What the plan asks for, or the cure of one site.
     *
     * @param wanted the id of a site, or a part of one; null for all
     * @param file a {@code pom.xml}, {@code build.gradle} or {@code build.gradle.kts}
     * @param shown its path as the change names it
     */
    static Tool.Answer of(SiteReport report, @Nullable String wanted, Path file, String shown)
            throws IOException, RpcException {
        String name = String.valueOf(file.getFileName());
        boolean pom = name.equals("pom.xml");
        if (!pom && !name.equals("build.gradle") && !name.equals("build.gradle.kts")) {
            throw Arguments.bad("build_file: a pom.xml, build.gradle or build.gradle.kts is accepted");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw Arguments.bad("build_file: larger than " + MOST_BYTES + " bytes");
        }
        List<JsonNode> sites = wanted == null ? List.of() : report.fitting(wanted);
        if (report.json().isMissingNode() || (wanted != null && sites.isEmpty())) {
            return report.noneFits(wanted == null ? "" : wanted);
        }
        BuildFile build = new BuildFile(shown, Files.readString(file, StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        for (Map.Entry<String, Boolean> step :
                steps(report.json(), wanted == null ? null : sites.get(0)).entrySet()) {
            Upgrade upgrade = Upgrade.of(step.getKey());
            said.add(step.getKey() + (step.getValue() ? "" : " (an estimate: not certain that it helps)") + "\n  "
                    + (upgrade == null
                            ? "This fix is not a library release that a build file can name."
                            : pom ? PomEditor.apply(build, upgrade) : GradleEditor.apply(build, upgrade)));
        }
        if (said.isEmpty()) {
            said.add("No library release is known to remove it."
                    + (wanted == null
                            ? ""
                            : " " + sites.get(0).at("/advice/action").asString("")));
        }
        return report.answer(String.join("\n", said) + "\n"
                + (build.isChanged()
                        ? "\nNothing was written. Apply this, build, and compare a new recording with diff:\n\n"
                                + build.diff()
                        : ""));
    }

    /** Upgrades of the plan, most saved first, or the cure of the site; true where it is certain to help. */
    private static Map<String, Boolean> steps(JsonNode report, @Nullable JsonNode site) {
        Map<String, Boolean> steps = new LinkedHashMap<>();
        if (site != null) {
            JsonNode cure = site.at("/advice/cure");
            if (cure.path("kind").asString("").equals("release")) {
                steps.put(cure.path("what").asString(""), cure.path("sure").asBoolean(false));
            }
            return steps;
        }
        for (JsonNode remedy : report.path("plan")) {
            for (int i = 0; i < remedy.path("kinds").size(); i++) {
                if (remedy.path("kinds").get(i).asString("").equals("upgrade")) {
                    steps.merge(
                            remedy.path("what").path(i).asString(""),
                            !remedy.path("estimate").asBoolean(true),
                            Boolean::logicalOr);
                }
            }
        }
        return steps;
    }
}
