package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What clients that are broken or hostile send. */
class SessionTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";

    @Test
    void what_is_no_json_is_a_parse_error_and_the_conversation_goes_on() throws Exception {
        for (String broken : List.of(
                "{", "nonsense", "{} {}", "{\"id\":1,\"id\":2}", "[".repeat(5_000), "\u0000\u0001", "\"\\ud8")) {
            List<JsonNode> answers = answers(broken + "\n" + PING);
            assertThat(answers).as(broken.substring(0, 1)).hasSize(2);
            assertThat(code(answers.get(0))).isEqualTo(-32700);
            assertThat(answers.get(0).get("id").isNull()).isTrue();
            assertThat(answers.get(1).get("result")).isNotNull();
        }
    }

    @Test
    void bytes_that_are_no_text_are_a_parse_error() throws Exception {
        byte[] bytes = {(byte) 0xff, (byte) 0xfe, '{', '}', '\n'};
        assertThat(code(answers(bytes).get(0))).isEqualTo(-32700);
    }

    @Test
    void what_is_json_but_no_request_is_an_invalid_request() throws Exception {
        for (String broken : List.of(
                "1",
                "null",
                "[]",
                "\"x\"",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":3}",
                "[" + PING.strip() + "]")) {
            assertThat(code(answers(broken + "\n").get(0))).as(broken).isEqualTo(-32600);
        }
    }

    @Test
    void a_message_that_is_too_large_is_an_invalid_request_and_the_conversation_goes_on() throws Exception {
        byte[] large = new byte[(10 << 20) + 1];
        Arrays.fill(large, (byte) 'x');
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        in.write(large);
        in.write(("\n" + PING).getBytes(StandardCharsets.UTF_8));
        List<JsonNode> answers = answers(in.toByteArray());
        assertThat(code(answers.get(0))).isEqualTo(-32600);
        assertThat(answers.get(0).toString()).contains("larger than");
        assertThat(answers.get(1).get("id").asInt()).isEqualTo(7);
    }

    @Test
    void unknown_methods_and_tools_are_named() throws Exception {
        assertThat(code(answers("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}\n")
                        .get(0)))
                .isEqualTo(-32601);
        assertThat(code(answers("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}}"
                                + "\n")
                        .get(0)))
                .isEqualTo(-32602);
    }

    @Test
    void notifications_and_responses_are_not_answered() throws Exception {
        assertThat(answers("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                        + "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"))
                .isEmpty();
    }

    @Test
    void a_version_that_is_not_known_is_answered_by_the_newest() throws Exception {
        String initialize =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}\n";
        assertThat(answers(initialize.formatted("1999-01-01"))
                        .get(0)
                        .at("/result/protocolVersion")
                        .asString())
                .isEqualTo(Session.VERSIONS.get(0));
        assertThat(answers(initialize.formatted("2024-11-05"))
                        .get(0)
                        .at("/result/protocolVersion")
                        .asString())
                .isEqualTo("2024-11-05");
    }

    @Test
    void a_call_that_is_cancelled_ends_without_an_answer() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Tool slow = new Tool("slow", "", new Schema().json(), arguments -> {
            begun.countDown();
            try {
                TimeUnit.HOURS.sleep(1);
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return new Tool.Answer("", false);
        });
        Tool wait = new Tool("wait", "", new Schema().json(), arguments -> {
            begun.await();
            return new Tool.Answer("begun", false);
        });
        java.io.PipedOutputStream client = new java.io.PipedOutputStream();
        java.io.PipedInputStream in = new java.io.PipedInputStream(client, 1 << 16);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Session session = new Session(Map.of("slow", slow, "wait", wait), "test", out);
        client.write(call(1, "slow"));
        Thread writer = new Thread(() -> {
            try {
                begun.await();
                client.write(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
                                .getBytes(StandardCharsets.UTF_8));
                client.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        session.run(in);
        writer.join();
        interrupted.await();
        assertThat(out.size()).isZero();
    }

    @Test
    void a_tool_that_fails_in_a_way_nobody_thought_of_is_answered_by_an_error() throws Exception {
        Tool broken = new Tool("broken", "", new Schema().json(), arguments -> {
            throw new IllegalStateException("unforeseen");
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Session(Map.of("broken", broken), "test", out).run(new ByteArrayInputStream(call(1, "broken")));
        JsonNode answer = JsonMapper.shared().readTree(out.toByteArray());
        assertThat(code(answer)).isEqualTo(-32603);
        assertThat(answer.toString()).contains("unforeseen");
    }

    @Test
    void a_number_that_no_long_can_be_is_refused_by_its_name() throws Exception {
        JsonNode given = JsonMapper.shared().readTree("{\"pid\": 99999999999999999999}");
        Arguments arguments = new Arguments(given, Set.of("pid"));
        assertThatThrownBy(() -> arguments.number("pid", 1, Integer.MAX_VALUE))
                .isInstanceOf(RpcException.class)
                .hasMessageStartingWith("pid: a whole number");
    }

    private static byte[] call(int id, String tool) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                        + "\"}}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int code(JsonNode answer) {
        return answer.at("/error/code").asInt();
    }

    private static List<JsonNode> answers(String input) throws Exception {
        return answers(input.getBytes(StandardCharsets.UTF_8));
    }

    private static List<JsonNode> answers(byte[] input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Session(Map.of(), "test", out).run(new ByteArrayInputStream(input));
        JsonMapper json = new JsonMapper();
        return out.toString(StandardCharsets.UTF_8).lines().map(json::readTree).toList();
    }
}
