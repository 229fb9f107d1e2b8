package io.vtmonitor.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One browser for all tests of a class, which are skipped where there is none. */
public final class ClassBrowser implements BeforeAllCallback, AfterAllCallback {
    private @Nullable Path folder;
    private @Nullable Chromium browser;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Optional<Path> program = Chromium.program();
        assumeTrue(program.isPresent(), "chromium is not on the path (Debian: apt-get install chromium)");
        folder = Files.createTempDirectory("vt-monitor-browser");
        browser = Chromium.start(program.orElseThrow(), folder);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (browser != null) {
            browser.close();
        }
        if (folder != null) {
            List<Path> all;
            try (Stream<Path> files = Files.walk(folder)) {
                all = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }

    /** An address in a tab of its own, of that size in pixels. */
    public BrowserTab open(String address, int width, int height) throws IOException, InterruptedException {
        return Objects.requireNonNull(browser).open(address, width, height);
    }

    /** A page of ours, given as text, once it is drawn. */
    public BrowserTab show(String page, int width, int height) throws IOException, InterruptedException {
        Path file = Files.writeString(Objects.requireNonNull(folder).resolve("page.html"), page);
        return show(file.toUri().toString(), "", width, height);
    }

    /** A page of ours in a file, once it is drawn. */
    public BrowserTab show(Path file, String fragment) throws IOException, InterruptedException {
        return show(file.toUri().toString(), fragment, 1400, 1000);
    }

    private BrowserTab show(String address, String fragment, int width, int height)
            throws IOException, InterruptedException {
        BrowserTab tab = open(address + fragment, width, height);
        tab.until("window.vtMonitor && (vtMonitor.flame.rows.length > 0 || document.getElementById('flame').hidden)");
        return tab;
    }
}
