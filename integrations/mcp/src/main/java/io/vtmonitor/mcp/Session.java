package io.vtmonitor.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** A conversation with one client: JSON-RPC 2.0, a message a line. */
final class Session {
    /** Newest first; a client that asks for another is offered the newest, as the protocol wants it. */
    static final List<String> VERSIONS = List.of("2025-06-18", "2025-03-26", "2024-11-05");

    private static final int MOST_BYTES = 10 << 20;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, Tool> tools;
    private final String version;
    private final OutputStream out;
    private final Calls calls = new Calls();

    /**
     * @param version of this server
     * @param out standard output, which is the protocol's alone
     */
    Session(Map<String, Tool> tools, String version, OutputStream out) {
        this.tools = tools;
        this.version = version;
        this.out = out;
    }

    /** Answers until the input ends. */
    void run(InputStream in) throws IOException, InterruptedException {
        MessageReader reader = new MessageReader(in, MOST_BYTES);
        while (true) {
            try {
                byte[] line = reader.next();
                if (line == null) {
                    break;
                }
                if (line.length > 0) {
                    message(line);
                }
            } catch (RpcException e) {
                error(NullNode.getInstance(), e.code(), String.valueOf(e.getMessage()));
            }
        }
        calls.finish();
    }

    private void message(byte[] bytes) throws IOException {
        JsonNode message;
        try {
            message = JSON.readTree(bytes);
        } catch (JacksonException e) {
            error(NullNode.getInstance(), RpcException.PARSE_ERROR, "this is not JSON: " + e.getOriginalMessage());
            return;
        }
        JsonNode id = message.path("id");
        boolean knownId = id.isString() || id.isIntegralNumber();
        JsonNode answerTo = knownId ? id : NullNode.getInstance();
        try {
            if (!message.isObject()
                    || !message.path("jsonrpc").asString("").equals("2.0")
                    || !(knownId || id.isMissingNode())) {
                throw new RpcException(RpcException.INVALID_REQUEST, "this is not a JSON-RPC 2.0 request");
            }
            if (!message.path("method").isString()) {
                boolean response = knownId && (message.has("result") || message.has("error"));
                if (!response) {
                    throw new RpcException(RpcException.INVALID_REQUEST, "the request has no method");
                }
                return; // nothing was asked of the client
            }
            String method = message.path("method").asString();
            if (id.isMissingNode()) {
                notified(method, message.path("params"));
            } else {
                request(id, method, message.path("params"));
            }
        } catch (RpcException e) {
            error(answerTo, e.code(), String.valueOf(e.getMessage()));
        }
    }

    private void notified(String method, JsonNode params) {
        if (method.equals("notifications/cancelled")) {
            calls.cancel(params.path("requestId"));
        }
    }

    private void request(JsonNode id, String method, JsonNode params) throws IOException, RpcException {
        switch (method) {
            case "initialize" -> result(id, greeting(params));
            case "ping" -> result(id, JSON.createObjectNode());
            case "tools/list" -> result(id, list());
            case "tools/call" -> call(id, params);
            default -> throw new RpcException(RpcException.METHOD_NOT_FOUND, "there is no method " + method);
        }
    }

    private ObjectNode greeting(JsonNode params) {
        String asked = params.path("protocolVersion").asString("");
        ObjectNode greeting = JSON.createObjectNode();
        greeting.put("protocolVersion", VERSIONS.contains(asked) ? asked : VERSIONS.get(0));
        greeting.putObject("capabilities").putObject("tools");
        greeting.putObject("serverInfo").put("name", "vt-monitor").put("version", version);
        return greeting;
    }

    private ObjectNode list() {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode listed = result.putArray("tools");
        for (Tool tool : tools.values()) {
            ObjectNode node = listed.addObject();
            node.put("name", tool.name());
            node.put("description", tool.description());
            node.set("inputSchema", tool.inputSchema());
        }
        return result;
    }

    private void call(JsonNode id, JsonNode params) throws RpcException {
        Tool tool = tools.get(params.path("name").asString(""));
        if (tool == null) {
            throw Arguments.bad("there is no tool " + params.path("name").asString("") + "; there are "
                    + String.join(", ", tools.keySet()));
        }
        JsonNode given = params.path("arguments");
        if (!given.isObject() && !given.isMissingNode()) {
            throw Arguments.bad("arguments: an object is accepted");
        }
        JsonNode node = given.isObject() ? given : JSON.createObjectNode();
        Arguments arguments = new Arguments(node, Schema.names(tool.inputSchema()));
        calls.start(id, () -> run(id, tool, arguments));
    }

    private void run(JsonNode id, Tool tool, Arguments arguments) {
        try {
            try {
                Tool.Answer answer = tool.call().run(arguments);
                result(id, content(answer));
            } catch (RpcException e) {
                error(id, e.code(), String.valueOf(e.getMessage()));
            } catch (IOException e) {
                result(id, content(new Tool.Answer(String.valueOf(e.getMessage()), true)));
            } catch (RuntimeException | Error e) { // whoever asked waits for an answer
                error(id, RpcException.INTERNAL_ERROR, "the tool failed: " + e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // cancelled
        } catch (IOException e) {
            // The client no longer reads.
        }
    }

    private static ObjectNode content(Tool.Answer answer) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", answer.text());
        result.put("isError", answer.isError());
        return result;
    }

    private void result(JsonNode id, ObjectNode result) throws IOException {
        send(id, "result", result);
    }

    private void error(JsonNode id, int code, String message) throws IOException {
        send(id, "error", JSON.createObjectNode().put("code", code).put("message", message));
    }

    private void send(@Nullable JsonNode id, String kind, ObjectNode content) throws IOException {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        message.set(kind, content);
        byte[] line = (JSON.writeValueAsString(message) + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line);
            out.flush();
        }
    }
}
