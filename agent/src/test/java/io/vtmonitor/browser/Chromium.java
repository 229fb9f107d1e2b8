package io.vtmonitor.browser;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A real browser without a screen, told what to do by its DevTools protocol over a pipe: no port is opened, and it ends
 * when the pipe does.
 */
public final class Chromium implements AutoCloseable {
    private static final long BOUND_SECONDS = 90;

    private final Process process;
    private final OutputStream commands;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Map<String, BiConsumer<String, JsonNode>> tabs = new ConcurrentHashMap<>();

    private Chromium(Process process) {
        this.process = process;
        this.commands = process.getOutputStream();
        Thread.ofPlatform().daemon().name("reads chromium").start(this::readAll);
    }

    /** The program, where the path has it. */
    public static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Its profile and its log lie in that folder. */
    public static Chromium start(Path program, Path folder) throws IOException {
        // The protocol is spoken over the descriptors 3 and 4, which only a shell can give it.
        List<String> command = new ArrayList<>(
                List.of("bash", "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >&2", "chromium", program.toString()));
        command.addAll(List.of(
                "--headless",
                "--remote-debugging-pipe",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--force-device-scale-factor=1",
                "--user-data-dir=" + folder.resolve("profile")));
        return new Chromium(new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(folder.resolve("chromium.log").toFile()))
                .start());
    }

    /** A page of its own, of that size in pixels. */
    public BrowserTab open(String address, int width, int height) throws IOException, InterruptedException {
        String target = call(null, "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asString();
        String session = call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asString();
        BrowserTab tab = new BrowserTab(this, target, session);
        tabs.put(session, tab::happened);
        tab.size(width, height);
        tab.load(address);
        return tab;
    }

    /** Calls a method of the protocol and waits for what it returns. */
    JsonNode call(String session, String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        int id = number.incrementAndGet();
        ObjectNode message =
                JsonMapper.shared().createObjectNode().put("id", id).put("method", method);
        message.set("params", JsonMapper.shared().valueToTree(parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        synchronized (commands) {
            commands.write(JsonMapper.shared().writeValueAsBytes(message));
            commands.write(0);
            commands.flush();
        }
        try {
            JsonNode said = answer.get(BOUND_SECONDS, TimeUnit.SECONDS);
            if (said.has("error")) {
                throw new AssertionError(method + ": " + said.path("error"));
            }
            return said.path("result");
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the browser did not answer " + method, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            List<ProcessHandle> children = process.descendants().toList();
            call(null, "Browser.close", Map.of());
            if (process.waitFor(20, TimeUnit.SECONDS)) {
                // They write the profile, which the caller is about to delete.
                for (ProcessHandle child : children) {
                    child.onExit()
                            .completeOnTimeout(child, 10, TimeUnit.SECONDS)
                            .join();
                }
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (AssertionError ignored) {
            // A browser that does not answer is killed below.
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void readAll() {
        try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != 0) {
                    message.write(next);
                    continue;
                }
                took(JsonMapper.shared().readTree(message.toString(StandardCharsets.UTF_8)));
                message.reset();
            }
        } catch (IOException e) {
            // It has ended; whoever waits is told below.
        }
        waiting.values().forEach(answer -> answer.completeExceptionally(new IOException("the browser ended")));
    }

    private void took(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
            return;
        }
        BiConsumer<String, JsonNode> tab = tabs.get(message.path("sessionId").asString(""));
        if (tab != null) {
            tab.accept(message.path("method").asString(), message.path("params"));
        }
    }
}
