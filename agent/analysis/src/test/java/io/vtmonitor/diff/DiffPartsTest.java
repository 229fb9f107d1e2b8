package io.vtmonitor.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which site is what is left of another. */
class DiffPartsTest {
    private static final SiteFigures LIKE =
            PinnedReport.on("21.0.8").pins(1, 10, "*a.B.hold").report().sites().get(0);

    @Test
    void what_is_found_is_the_first_that_a_look_at_each_finds() {
        Random random = new Random(1);
        int found = 0;
        for (int round = 0; round < 500; round++) {
            List<SiteFigures> parts = sites(random, "part");
            DiffParts indexed = new DiffParts(parts, StableName::of);
            for (SiteFigures whole : sites(random, "whole")) {
                SiteFigures first = parts.stream()
                        .filter(part -> isPart(part, whole))
                        .findFirst()
                        .orElse(null);
                assertThat(indexed.of(whole)).isSameAs(first);
                found += first == null ? 0 : 1;
            }
        }
        assertThat(found).isBetween(200, 5_000);
    }

    @Test
    void of_thousands_of_sites_the_name_of_each_holder_is_made_stable_once() {
        List<SiteFigures> parts = new ArrayList<>();
        List<SiteFigures> wholes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            parts.add(site("part" + i, Operation.SLEEP, "a.Loader.load", "a.B" + i + ".call"));
            wholes.add(site("whole" + i, Operation.SLEEP, "a.Lock.hold", "a.Loader.load", "a.B" + i + ".call"));
        }
        AtomicInteger names = new AtomicInteger();
        DiffParts indexed = new DiffParts(parts, name -> {
            names.incrementAndGet();
            return name;
        });
        for (int i = 0; i < 5_000; i++) {
            assertThat(indexed.of(wholes.get(i))).isSameAs(parts.get(i));
        }
        assertThat(names).hasValue(2 * 5_000 + 3 * 5_000);
    }

    private static boolean isPart(SiteFigures part, SiteFigures whole) {
        Set<String> few = new LinkedHashSet<>(holders(part));
        List<String> many = holders(whole);
        return part.operation() == whole.operation()
                && !few.isEmpty()
                && few.size() < many.size()
                && many.containsAll(few);
    }

    private static List<String> holders(SiteFigures site) {
        return site.holders().stream()
                .map(holder -> StableName.of(holder.method().toString()))
                .toList();
    }

    private static List<SiteFigures> sites(Random random, String name) {
        List<SiteFigures> sites = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            String[] holders = new String[random.nextInt(5)];
            for (int h = 0; h < holders.length; h++) {
                holders[h] = "a.B.lambda$load" + random.nextInt(4) + "$" + random.nextInt(3);
            }
            sites.add(site(name + i, random.nextBoolean() ? Operation.SLEEP : Operation.PARK, holders));
        }
        return sites;
    }

    private static SiteFigures site(String id, Operation operation, String... holders) {
        List<HolderLine> lines = new ArrayList<>();
        HolderLine like = LIKE.holders().get(0);
        for (String holder : holders) {
            int dot = holder.lastIndexOf('.');
            lines.add(new HolderLine(
                    holder.substring(0, dot),
                    holder.substring(dot + 1),
                    like.line(),
                    like.hold(),
                    like.monitors(),
                    like.lock(),
                    like.confidence(),
                    like.library()));
        }
        return new SiteFigures(
                id,
                operation,
                LIKE.reason(),
                LIKE.compensated(),
                lines,
                LIKE.entries(),
                LIKE.times(),
                LIKE.span(),
                LIKE.verdict(),
                LIKE.advice(),
                LIKE.unread(),
                LIKE.stacks(),
                LIKE.awaited(),
                LIKE.describedNanos());
    }
}
