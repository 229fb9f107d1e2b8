package io.vtmonitor.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/** A page in a browser: what it is asked, what a user does to it, and what it complained of. */
public final class BrowserTab implements AutoCloseable {
    private final Chromium browser;
    private final String target;
    private final String session;
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    BrowserTab(Chromium browser, String target, String session) {
        this.browser = browser;
        this.target = target;
        this.session = session;
    }

    void size(int width, int height) throws IOException, InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
    }

    void load(String address) throws IOException, InterruptedException {
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        call("Page.navigate", Map.of("url", address));
        until("location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    /** Calls a method of the protocol for this page. */
    public JsonNode call(String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        return browser.call(session, method, parameters);
    }

    /** The value of an expression; of a promise, what it comes to. */
    public JsonNode ask(String expression) throws IOException, InterruptedException {
        JsonNode said =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (said.has("exceptionDetails")) {
            throw new AssertionError(expression + " threw " + said.path("exceptionDetails"));
        }
        return said.path("result").path("value");
    }

    public String text(String selector) throws IOException, InterruptedException {
        return ask("document.querySelector(" + quoted(selector) + ").innerText").asString();
    }

    /** The numbers behind the figures that a selector finds, in their order. */
    public List<Double> figures(String selector) throws IOException, InterruptedException {
        return ask("[...document.querySelectorAll(" + quoted(selector) + ")].map(each => +each.value)")
                .valueStream()
                .map(JsonNode::asDouble)
                .toList();
    }

    /** Waits until an expression is true; looked at with every frame the page draws. */
    public void until(String condition) throws IOException, InterruptedException {
        String loop = "new Promise((done, failed) => { const begin = Date.now(); const look = () => {"
                + " if (" + condition + ") done(true);"
                + " else if (Date.now() - begin > 60000) failed(new Error('never: ' + " + quoted(condition) + "));"
                + " else setTimeout(look, 16); }; look(); })";
        for (int attempt = 0; ; attempt++) {
            try {
                ask(loop);
                return;
            } catch (AssertionError e) {
                // The page that was asked has made way for the one that is awaited.
                if (attempt == 3 || !String.valueOf(e.getMessage()).contains("context")) {
                    throw e;
                }
            }
        }
    }

    public void click(String selector) throws IOException, InterruptedException {
        JsonNode at = ask("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect();"
                + " return [b.left + b.width / 2, b.top + b.height / 2]; })()");
        click(at.path(0).asDouble(), at.path(1).asDouble());
    }

    public void click(double x, double y) throws IOException, InterruptedException {
        mouse("mouseMoved", x, y, 0);
        mouse("mousePressed", x, y, 1);
        mouse("mouseReleased", x, y, 0);
    }

    public void drag(double fromX, double y, double toX) throws IOException, InterruptedException {
        mouse("mouseMoved", fromX, y, 0);
        mouse("mousePressed", fromX, y, 1);
        mouse("mouseMoved", (fromX + toX) / 2, y, 1);
        mouse("mouseMoved", toX, y, 1);
        mouse("mouseReleased", toX, y, 0);
    }

    public void move(double x, double y) throws IOException, InterruptedException {
        mouse("mouseMoved", x, y, 0);
    }

    private void mouse(String kind, double x, double y, int buttons) throws IOException, InterruptedException {
        boolean clicks = !kind.equals("mouseMoved");
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type", kind,
                        "x", x,
                        "y", y,
                        "button", clicks || buttons > 0 ? "left" : "none",
                        "buttons", buttons,
                        "clickCount", clicks ? 1 : 0));
    }

    /** Presses a key by its name: {@code ArrowUp}, {@code Enter}, {@code Tab}, {@code n}. */
    public void key(String name) throws IOException, InterruptedException {
        Map<String, Integer> codes = Map.of(
                "Tab",
                9,
                "Enter",
                13,
                "Escape",
                27,
                "ArrowLeft",
                37,
                "ArrowUp",
                38,
                "ArrowRight",
                39,
                "ArrowDown",
                40,
                "Home",
                36,
                "End",
                35);
        int code = codes.getOrDefault(name, (int) Character.toUpperCase(name.charAt(0)));
        String typed = name.length() == 1 ? name : name.equals("Enter") ? "\r" : "";
        call(
                "Input.dispatchKeyEvent",
                Map.of(
                        "type", typed.isEmpty() ? "rawKeyDown" : "keyDown",
                        "key", name,
                        "text", typed,
                        "windowsVirtualKeyCode", code));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", name, "windowsVirtualKeyCode", code));
    }

    public void type(String text) throws IOException, InterruptedException {
        call("Input.insertText", Map.of("text", text));
    }

    /** Shows it on another medium, or to somebody who prefers dark: {@code print}, {@code dark}. */
    public void emulate(String medium, String scheme) throws IOException, InterruptedException {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    public byte[] pdf() throws IOException, InterruptedException {
        return Base64.getDecoder()
                .decode(call("Page.printToPDF", Map.of("printBackground", true))
                        .path("data")
                        .asString());
    }

    public void screenshot(Path file) throws IOException, InterruptedException {
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(call("Page.captureScreenshot", Map.of("format", "png"))
                                .path("data")
                                .asString()));
    }

    /** Errors and warnings of the console, exceptions, and what its policy forbade. */
    public List<String> problems() {
        return problems;
    }

    /** Addresses asked for, inlined ones ({@code data:}) aside. */
    public List<String> requests() {
        return requests;
    }

    void happened(String event, JsonNode details) {
        switch (event) {
            case "Runtime.exceptionThrown" ->
                problems.add(details.path("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> problems.add(details.path("args").toString());
            case "Log.entryAdded" ->
                problems.add(details.path("entry").path("text").asString());
            case "Network.requestWillBeSent" -> {
                String url = details.path("request").path("url").asString();
                if (!url.startsWith("data:")) {
                    requests.add(url);
                }
            }
            default -> {
                // Of no interest here.
            }
        }
    }

    public static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    @Override
    public void close() throws IOException {
        try {
            browser.call(null, "Target.closeTarget", Map.of("targetId", target));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
