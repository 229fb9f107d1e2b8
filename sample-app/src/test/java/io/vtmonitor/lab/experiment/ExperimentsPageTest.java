package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.lab.DemoFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsPageTest {
    private static final Machine MACHINE = new Machine(2, 25, "Linux amd64", List.of("JDK 21.0.8", "JDK 25.0.3"));

    @TempDir
    Path folder;

    @Test
    void aSectionHasOurFiguresThePublishedOnesTheReasonTheAnswerAndTheCommand() {
        String page = ExperimentsPage.text(List.of(result("sleep-5", bars())), "");

        assertThat(page)
                .contains("Machine: 2 processors, 25 GB, Linux amd64; JDK 21.0.8, JDK 25.0.3.")
                .contains("## sleep-5")
                .contains("Published: platform: 14.6 requests a second; virtual: 124.8 requests a second.")
                .contains("| variant | answers/s |\n| --- | --- |\n| a \\| b | 7 |\n")
                .contains("![sleep-5](images/experiments/sleep-5.svg)")
                .contains("Why ours differ: By its figures")
                .contains("- *a | b*; *com.b.\\*\\**: no pins\n")
                .contains("- *com.a.\\*\\** (1.0 s in 2 pins): held by &lt;clinit>\n")
                .contains("\nAgain: `sample-app/lab sleep-5`\n");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(ExperimentsPage.text(List.of(result("plain", bars())), ""))
                .contains("Not included, because they have not been run at their published size yet: block, query,"
                        + " overwhelm");
    }

    @Test
    void thePageAndItsPicturesAreWrittenAndNothingElseIsLeft() throws IOException {
        ExperimentsPage.write(folder, List.of(result("plain", bars()), result("block", lines())));

        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> folder.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "experiments.md", "images/experiments/plain.svg", "images/experiments/block.svg");
        }
    }

    @Test
    void aNewResultReplacesItsSectionAndLeavesTheOthersAsTheyWere() {
        String before = ExperimentsPage.text(List.of(result("plain", bars()), result("cpu", bars())), "");
        var measured = new Measured(List.of("seconds"), List.of(List.of("8")), bars(), List.of(), List.of());

        String after = ExperimentsPage.text(List.of(new Result("cpu", false, MACHINE, 1, measured)), before);

        assertThat(after).isEqualTo(before.replaceFirst("(?s)## cpu.*", "") + after.substring(after.indexOf("## cpu")));
        assertThat(after).contains("| seconds |\n| --- |\n| 8 |\n");
    }

    @Test
    void picturesAreXmlAndNameTheirSeries() throws Exception {
        for (Chart chart : List.of(bars(), lines())) {
            var document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(chart.svg("<query>").getBytes(StandardCharsets.UTF_8)));
            assertThat(document.getDocumentElement().getTextContent())
                    .contains("<query>")
                    .contains("a & b");
        }
    }

    @Test
    void theLongestBarIsTheHighestValue() {
        String svg = Chart.bars("s", List.of(Chart.Series.bar("one", 1), Chart.Series.bar("four", 4)))
                .svg("x");

        assertThat(svg).contains("width=\"95.0\"").contains("width=\"380.0\"");
    }

    @Test
    void whatIsKeptIsReadBackAndQuickRunsAreKeptApart() {
        var result = result("plain", lines());
        result.save(folder);

        assertThat(Result.of(folder, "plain", false)).hasValue(result);
        assertThat(Result.of(folder, "plain", true)).isEmpty();
        assertThat(Result.of(folder, "block", false)).isEmpty();
    }

    @Test
    void aSpoiltResultIsSaidWithItsPlace() throws IOException {
        result("plain", bars()).save(folder);
        Path file = folder.resolve("results/plain.json");
        Files.writeString(file, "{\"id\": [");

        assertThatThrownBy(() -> Result.of(folder, "plain", false))
                .isInstanceOf(DemoFailure.class)
                .hasMessageContaining(file.toString());
    }

    private static Chart bars() {
        return Chart.bars("answers a second", List.of(Chart.Series.bar("a & b", 7)));
    }

    private static Chart lines() {
        return Chart.lines("threads", "seconds", List.of(Chart.Series.perSecond("a & b", List.of(3, 5))));
    }

    private static Result result(String id, Chart chart) {
        var measured = new Measured(
                List.of("variant", "answers/s"),
                List.of(List.of("a | b", "7")),
                chart,
                List.of(
                        new Verdict("a | b", "", "no pins", 0, 0),
                        new Verdict("com.a.**", "1.0 s in 2 pins", "held by <clinit>", 2, 1),
                        new Verdict("com.b.**", "", "no pins", 0, 0)),
                List.of("A note."));
        return new Result(id, false, MACHINE, 12.5, measured);
    }
}
