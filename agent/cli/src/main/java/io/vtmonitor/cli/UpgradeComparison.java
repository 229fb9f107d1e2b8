package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.Sinks;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.scan.report.UpgradeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What class files say of the releases that a report advises, as far as the local Maven repository has them. */
final class UpgradeComparison {
    /** Each takes two scans, of a second or so. */
    private static final int MOST = 5;

    private static final int OLDEST_JDK = 21;

    private final KnowledgeBase knowledge;
    private final LocalRepository repository;
    private final Map<Path, ScanReport> scans = new HashMap<>();

    /**
     * A release that is advised.
     *
     * @param advice id of the knowledge base's entry
     * @param inUse the library as it is now
     * @param words the advice
     */
    private record Upgrade(String advice, Library inUse, String words) {}

    UpgradeComparison(KnowledgeBase knowledge, LocalRepository repository) {
        this.knowledge = knowledge;
        this.repository = repository;
    }

    /** A line for each advised release, in the order of the sites. */
    List<String> lines(Report report) {
        int feature = feature(report);
        List<String> lines = new ArrayList<>();
        Map<Upgrade, Set<HolderLine>> upgrades = upgrades(report);
        upgrades.forEach((upgrade, holders) -> {
            if (lines.size() < MOST) {
                lines.add(upgrade.words() + ": " + compared(upgrade, holders, feature));
            }
        });
        if (upgrades.size() > MOST) {
            lines.add((upgrades.size() - MOST) + " more are not compared.");
        }
        return lines;
    }

    private static int feature(Report report) {
        int feature = Integer.MAX_VALUE;
        for (Jvm jvm : report.jvms()) {
            feature = Math.min(feature, JavaVersion.feature(jvm.javaVersion()));
        }
        return report.jvms().isEmpty() ? OLDEST_JDK : Math.max(OLDEST_JDK, feature);
    }

    private Map<Upgrade, Set<HolderLine>> upgrades(Report report) {
        Map<Upgrade, Set<HolderLine>> upgrades = new LinkedHashMap<>();
        for (SiteFigures site : report.sites()) {
            Advice.Cure cure = site.advice().cure();
            if (cure == null || cure.kind() != Advice.Cure.Kind.RELEASE) {
                continue;
            }
            for (HolderLine holder : site.holders()) {
                Library library = holder.library();
                MethodName method = new MethodName(holder.className(), holder.methodName());
                if (library != null
                        && library.version() != null
                        && site.advice().removes().contains(method)) {
                    upgrades.computeIfAbsent(
                                    new Upgrade(site.advice().id(), library, cure.what()), any -> new LinkedHashSet<>())
                            .add(holder);
                }
            }
        }
        return upgrades;
    }

    private String compared(Upgrade upgrade, Set<HolderLine> holders, int feature) {
        String inUse = String.valueOf(upgrade.inUse().version());
        boolean hasOld = false;
        for (Path artifact : repository.artifacts(upgrade.inUse().name())) {
            Path before = LocalRepository.jar(artifact, inUse);
            String release = knowledge.firstFree(upgrade.advice(), inUse, LocalRepository.releases(artifact));
            Path after = release == null ? null : LocalRepository.jar(artifact, release);
            hasOld |= before != null;
            if (before != null && release != null && after != null) {
                return compared(scan(before, feature), inUse, scan(after, feature), release, holders);
            }
        }
        return "not compared, because the local Maven repository has no jar of "
                + upgrade.inUse().name() + (hasOld ? " in which this is fixed." : " " + inUse + ".");
    }

    private static String compared(
            @Nullable ScanReport before, String from, @Nullable ScanReport after, String to, Set<HolderLine> holders) {
        if (before == null || after == null) {
            return "not compared, because the jar of " + (before == null ? from : to)
                    + " in the local Maven repository can't be read, or has no classes.";
        }
        return UpgradeText.of(from, before, to, after, holders);
    }

    /** Null where there is nothing to say. */
    private @Nullable ScanReport scan(Path jar, int feature) {
        ScanReport known = scans.get(jar);
        if (known != null) {
            return known;
        }
        int processors = Runtime.getRuntime().availableProcessors();
        ScanOptions options = new ScanOptions(feature, Sinks.ours(), List.of(), processors);
        ScanRun run = new ScanRun(options, knowledge, (classes, jars, of) -> {});
        ScanReport found = run.of(List.of(jar), List.of());
        if (run.isUnread() || found.classes() == 0) {
            return null;
        }
        scans.put(jar, found);
        return found;
    }
}
