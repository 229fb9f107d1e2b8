package io.vtmonitor.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** What {@link PinFree} does. */
final class PinFreeExtension implements BeforeEachCallback, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(PinFreeExtension.class);
    private static final String TIME = "time";
    private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

    @Override
    public void beforeEach(ExtensionContext context) {
        Lengths.of(annotation(context).atMost());
        if (Availability.reason() == null) {
            PinRecording.running();
            context.getStore(NAMESPACE).put(TIME, TestTime.beginning(context.getDisplayName()));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        String reason = Availability.reason();
        TestTime begun = context.getStore(NAMESPACE).remove(TIME, TestTime.class);
        if (context.getExecutionException().isPresent()) {
            return; // it has failed by itself
        }
        if (reason != null) {
            throw new TestAbortedException(reason);
        }
        if (begun == null || !CarrierThreads.mayHaveRunFor(begun.age().toNanos())) {
            return;
        }
        TestTime time = begun.ended();
        Path recording = PinRecording.running().since(time.begin());
        try {
            check(annotation(context), time, recording, isParallel(context));
        } finally {
            Files.deleteIfExists(recording);
        }
    }

    private static void check(PinFree annotation, TestTime time, Path recording, boolean parallel) throws IOException {
        List<RecordedBlocks.Block> all = RecordedBlocks.of(recording);
        List<RecordedBlocks.Block> blocks =
                all.stream().filter(block -> time.contains(block.begin())).toList();
        if (blocks.isEmpty()) {
            return; // no need to ask who held what
        }
        Duration atMost = Lengths.of(annotation.atMost());
        List<Site> sites = Analysis.sites(recording, time, all).stream()
                .filter(site -> !site.once() && site.longest().compareTo(atMost) > 0)
                .filter(site -> List.of(annotation.ignore()).stream().noneMatch(site::matches))
                .toList();
        if (!sites.isEmpty()) {
            throw new AssertionError(Message.of(time, atMost, sites, blocks, parallel));
        }
    }

    private static PinFree annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), PinFree.class)
                .or(() -> ofClass(context))
                .orElseThrow(() -> new ExtensionConfigurationException("@PinFree is missing"));
    }

    private static java.util.Optional<PinFree> ofClass(ExtensionContext context) {
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            java.util.Optional<PinFree> found = AnnotationSupport.findAnnotation(type, PinFree.class);
            if (found.isPresent()) {
                return found;
            }
        }
        return java.util.Optional.empty();
    }

    private static boolean isParallel(ExtensionContext context) {
        return context.getConfigurationParameter(PARALLEL)
                .map(Boolean::parseBoolean)
                .orElse(false);
    }
}
