package io.vtmonitor.report.json;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.Waits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;

/** The {@code waits} and {@code stalls} of a report as JSON, which the agent writes into recordings. */
public final class JsonFindings {
    /** Most of it are stacks: this has room for 250 frames of each group. */
    private static final int MOST_CHARACTERS = 2 << 20;

    private static final int MOST_GROUPS = 100;
    private static final int MOST_POOLS = 100;
    private static final int MOST_HOLDERS = 256;
    private static final int MOST_VERDICTS = 1_000;
    private static final int MOST_STALLS = 50;
    private static final int MOST_CARRIERS = 64;

    private JsonFindings() {}

    /**
     * Loads the classes that write findings. That takes too long for the end of a JVM, when our jar may also be
     * deleted.
     */
    public static void prepare() {
        write(new AgentFindings(
                Waits.NONE.with(List.of(), List.of(), List.of(Limit.of(LimitKind.POOLS_ENDED))), List.of()));
        JsonReport.MAPPER.writeValueAsString(WaitHolder.unknown(HolderNote.of(HolderNote.Why.NOBODY)));
    }

    /**
     * The findings in one line. If it is too long for a recording, it has fewer of the places with the most waits, of
     * pools, and of verdicts, the worst of each, and fewer of the latest stalls. Its limits say what is left out.
     */
    public static String write(AgentFindings found) {
        return write(found, MOST_CHARACTERS);
    }

    static String write(AgentFindings found, int most) {
        String text = line(shortened(found, 1));
        for (int share = 2; text.length() > most && share <= MOST_VERDICTS; share *= 2) {
            text = line(shortened(found, share));
        }
        return text;
    }

    private static String line(AgentFindings found) {
        return JsonReport.MAPPER
                .writer()
                .without(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(found);
    }

    // Loops, as lambdas would load classes: this also runs at the end of the JVM, when our jar may be deleted.
    private static AgentFindings shortened(AgentFindings found, int share) {
        List<Stall> latest = new ArrayList<>();
        boolean cut = share > 1;
        int most = Math.max(1, MOST_STALLS / share);
        List<Stall> all = found.stalls();
        for (Stall stall : all.subList(Math.max(0, all.size() - most), all.size())) {
            Stall some = stall.with(first(stall.carriers(), MOST_CARRIERS / share));
            cut |= some.carriers().size() < stall.carriers().size();
            latest.add(some);
        }
        return new AgentFindings(shortened(found.waits(), share, cut), latest);
    }

    private static Waits shortened(Waits waits, int share, boolean cut) {
        List<WaitGroup> groups = first(waits.groups(), MOST_GROUPS / share);
        List<Limit> limits = new ArrayList<>(waits.limits());
        int leftOut = waits.groups().size() - groups.size();
        if (leftOut > 0) {
            limits.add(Limit.of(LimitKind.RECORDED_WAITS_LEFT_OUT, leftOut));
        }
        if (cut) {
            limits.add(Limit.of(LimitKind.RECORDED_POOLS_LEFT_OUT));
        }
        List<ResourcePool> pools = new ArrayList<>();
        for (ResourcePool pool : first(waits.resources(), MOST_POOLS / share)) {
            ResourcePool.Look worst = pool.worst();
            pools.add(worst == null ? pool : pool.with(worst.with(first(worst.holders(), MOST_HOLDERS / share))));
        }
        return new Waits(
                waits.looks(),
                waits.nanos(),
                waits.costNanos(),
                waits.threads(),
                waits.most(),
                groups,
                first(waits.verdicts(), MOST_VERDICTS / share),
                limits,
                pools,
                waits.timelines(),
                waits.memory(),
                waits.mounts());
    }

    private static <T> List<T> first(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    /**
     * The first of several texts that can be read, or {@link AgentFindings#NONE}.
     *
     * @param texts each written by {@link #write}, the latest first
     * @param problems receives a problem if there are texts, but none can be read
     */
    public static AgentFindings readFirst(List<String> texts, List<String> problems) {
        String problem = "";
        for (String text : texts) {
            try {
                return read(text);
            } catch (IOException e) {
                problem = "what the agent found besides pins can't be read: " + e.getMessage();
            }
        }
        if (!problem.isEmpty()) {
            problems.add(problem);
        }
        return AgentFindings.NONE;
    }

    private record Document(@Nullable Waits waits, @Nullable List<Stall> stalls) {}

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IOException if it is something else
     */
    public static AgentFindings read(String text) throws IOException {
        try {
            @Nullable Document read = JsonReport.MAPPER.readValue(text, Document.class);
            if (read == null || read.waits == null || read.stalls == null) {
                throw new IOException("it has no waits or no stalls");
            }
            AgentFindings found = new AgentFindings(read.waits, read.stalls);
            WholeReport.check(found);
            return found;
        } catch (JacksonException e) {
            String said = FailureText.ofJson(e.getOriginalMessage());
            // A message with the name of one of our classes tells the user nothing.
            throw new IOException(said.contains("`io.vtmonitor.") ? "it is not what the agent writes" : said, e);
        }
    }
}
