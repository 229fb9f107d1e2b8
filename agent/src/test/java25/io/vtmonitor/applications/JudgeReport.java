package io.vtmonitor.applications;

import io.vtmonitor.applications.StackJudge.Answer;
import io.vtmonitor.applications.StackJudge.Judged;
import io.vtmonitor.applications.StackJudge.Told;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges each site of a report, and prints a line for each: true, unsure or false, its stacks, its confidence, its
 * verdict, its id, and what is wrong. What is not called exact can't be more than unsure.
 */
public final class JudgeReport {
    private final Map<List<String>, List<Recorded>> recorded;
    private final StackJudge judge;
    private final List<String> texts;

    private JudgeReport(Map<List<String>, List<Recorded>> recorded, StackJudge judge, List<String> texts) {
        this.recorded = recorded;
        this.judge = judge;
        this.texts = texts;
    }

    /** @param arguments report as JSON, recording, class path, home of the JDK that ran, its feature release */
    public static void main(String[] arguments) throws IOException {
        JsonNode report = JsonMapper.shared().readTree(Path.of(arguments[0]));
        try (ClassReading classes = new ClassReading(arguments[2], Path.of(arguments[3]))) {
            JudgeReport all = new JudgeReport(
                    Recorded.read(Path.of(arguments[1])),
                    new StackJudge(classes, Integer.parseInt(arguments[4])),
                    report.path("frames").valueStream().map(JsonNode::asString).toList());
            for (JsonNode site : report.path("sites")) {
                System.out.println(all.line(site));
            }
        }
    }

    private String line(JsonNode site) throws IOException {
        Judged all = Judged.TRUE;
        String monitor = site.path("monitorClass").asStringOpt().orElse(null);
        for (JsonNode stack : site.path("stacks")) {
            all = all.and(judged(stack, monitor));
        }
        boolean exact = !site.path("holders").isEmpty() && site.path("unread").isEmpty();
        for (JsonNode holder : site.path("holders")) {
            exact &= holder.path("confidence").asString().equals("exact");
        }
        Answer answer = all.answer() == Answer.FALSE && !exact ? Answer.UNSURE : all.answer();
        return String.join(
                "\t",
                answer.toString().toLowerCase(java.util.Locale.ROOT),
                String.valueOf(site.path("stacks").size()),
                exact ? "exact" : "likely",
                site.path("verdict").asString(),
                site.path("id").asString(),
                all.why());
    }

    private Judged judged(JsonNode stack, @Nullable String monitor) throws IOException {
        List<String> frames = stack.path("frames")
                .valueStream()
                .map(frame -> texts.get(frame.asInt()))
                .toList();
        List<Recorded> pins = recorded.get(frames);
        if (pins == null) {
            return new Judged(Answer.FALSE, "no event of the recording has this stack: " + frames.get(0));
        }
        List<Told> told = new ArrayList<>();
        for (JsonNode holder : stack.path("holders")) {
            told.add(new Told(
                    holder.path("frame").asInt(),
                    holder.path("hold").asString(),
                    holder.path("monitors").asInt()));
        }
        // A JDK without line numbers has the same text for two places of a method: what was waited for tells them
        // apart.
        List<Recorded> ofSite = pins.stream()
                .filter(pin -> Objects.equals(pin.monitorClass(), monitor))
                .toList();
        // Of events of several types one is what the site tells of: a contended monitor, or a pin at the same place.
        Map<String, Judged> byEvent = new HashMap<>();
        for (Recorded pin : ofSite.isEmpty() ? pins : ofSite) {
            byEvent.merge(pin.event(), judge.judge(pin, told), Judged::and);
        }
        return Collections.min(byEvent.values(), Comparator.comparing(Judged::answer));
    }
}
