package io.vtmonitor.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the demo shows of the agent's JSON report; the rest of it is not read.
 *
 * @param jvms the JVMs that were watched: here one
 * @param totals sums over all sites
 * @param sites where carriers were pinned
 * @param waits what virtual threads waited for otherwise; null where nobody looked
 */
public record AgentReport(
        List<Jvm> jvms,
        Totals totals,
        List<Site> sites,
        @Nullable Waits waits) {

    public record Jvm(String javaVersion, double wallSeconds, int parallelism) {}

    public record Totals(long pins, double pinnedSeconds) {}

    public record Site(
            List<Holder> holders, String operation, String reason, long pins, double pinnedSeconds, Advice advice) {}

    public record Holder(String className, String methodName, String hold, String confidence) {
        public String frame() {
            return className + "." + methodName;
        }
    }

    public record Waits(List<WaitVerdict> verdicts) {}

    public record WaitVerdict(String kind, String confidence, String evidence, String cure) {}

    public record Advice(String summary, String action) {}

    public static AgentReport read(Path file) {
        if (!Files.exists(file)) {
            throw new DemoFailure("The application ended, and the agent wrote no report to " + file
                    + ". The log next to it shows what the agent did.");
        }
        try {
            return JsonMapper.shared().readValue(file, AgentReport.class);
        } catch (JacksonException e) {
            throw new DemoFailure(
                    "Read the agent's report " + file + ", and it is not as expected: " + e.getOriginalMessage(), e);
        }
    }

    int carriers() {
        return jvms.get(0).parallelism();
    }

    public Optional<Site> worstSite() {
        return sites.stream().max(Comparator.comparingDouble(Site::pinnedSeconds));
    }

    public Optional<WaitVerdict> worstWait() {
        return waits == null ? Optional.empty() : waits.verdicts().stream().findFirst();
    }

    /** The number that the cure of a verdict names, by the first group of the pattern that has one. */
    public OptionalInt number(Pattern sentence) {
        var verdicts = waits == null ? List.<WaitVerdict>of() : waits.verdicts();
        return verdicts.stream()
                .map(verdict -> sentence.matcher(verdict.cure()))
                .filter(Matcher::find)
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst();
    }

    /** Pins that the method was one of the holders of. */
    public long pinsHeldBy(String frame) {
        return sites.stream()
                .filter(site -> site.holders().stream()
                        .anyMatch(holder -> holder.frame().equals(frame)))
                .mapToLong(Site::pins)
                .sum();
    }
}
