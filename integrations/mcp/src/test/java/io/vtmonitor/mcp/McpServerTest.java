package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the protocol's own client library, over the standard input and output of a child JVM. */
class McpServerTest {
    @TempDir
    static Path allowed;

    @TempDir
    static Path elsewhere;

    private static McpSyncClient client;

    @BeforeAll
    static void connect() throws IOException, InterruptedException {
        Recorded.into(allowed.resolve("app.jfr"));
        Files.copy(allowed.resolve("app.jfr"), elsewhere.resolve("secret.jfr"));
        Files.createSymbolicLink(allowed.resolve("link.jfr"), elsewhere.resolve("secret.jfr"));
        Path classes = Files.createDirectories(allowed.resolve("classes/io/vtmonitor/mcp"));
        for (String name : List.of("Recorded", "Recorded$Slow")) {
            try (InputStream bytes = Recorded.class.getResourceAsStream(name + ".class")) {
                Files.copy(bytes, classes.resolve(name + ".class"));
            }
        }
        Files.writeString(allowed.resolve("pom.xml"), "<project/>");
        ServerParameters server = ServerParameters.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args(
                        "-cp",
                        System.getProperty("java.class.path"),
                        McpServer.class.getName(),
                        "--allow",
                        allowed.toString())
                .build();
        client = McpClient.sync(new StdioClientTransport(server, McpJsonMapper.createDefault()))
                .requestTimeout(Duration.ofMinutes(2))
                .build();
        client.initialize();
    }

    @AfterAll
    static void leave() {
        client.closeGracefully();
    }

    @Test
    void the_tools_are_listed_without_the_one_that_attaches() {
        assertThat(client.listTools().tools())
                .extracting(McpSchema.Tool::name)
                .containsExactly("list_jvms", "analyze", "diff", "explain", "scan", "propose_cure");
        assertThat(client.getServerInfo().name()).isEqualTo("vt-monitor");
    }

    @Test
    void reports_are_offered_to_no_tool_that_refuses_them() {
        assertThat(client.listTools().tools())
                .filteredOn(tool -> tool.toString().contains("JSON reports of vt-monitor"))
                .extracting(McpSchema.Tool::name)
                .containsExactly("diff");
    }

    @Test
    void a_recording_is_analyzed() {
        assertThat(text(call("analyze", Map.of("files", List.of("app.jfr")))))
                .contains("1 pin held carriers", Recorded.Slow.class.getName());
        assertThat(text(call("analyze", Map.of("files", List.of("app.jfr"), "format", "json"))))
                .startsWith("{")
                .contains("\"schemaVersion\"");
    }

    @Test
    void a_site_is_explained_with_stacks_that_link_to_the_source() {
        assertThat(text(call("explain", Map.of("files", List.of("app.jfr"), "site", "Recorded$Slow"))))
                .contains("held by ", "newer JDK stays", "why  ", "cure  ")
                .contains("at io.vtmonitor.mcp.Recorded$Slow.slept(Recorded.java:");
        CallToolResult unknown = call("explain", Map.of("files", List.of("app.jfr"), "site", "com.acme"));
        assertThat(unknown.isError()).isTrue();
        assertThat(text(unknown)).contains("no pinned site contains 'com.acme'", "Recorded$Slow");
    }

    @Test
    void two_recordings_are_compared() {
        assertThat(text(call("diff", Map.of("before", List.of("app.jfr"), "after", List.of("app.jfr")))))
                .contains("before")
                .contains("1 site differs by no more than");
    }

    @Test
    void class_files_are_scanned() {
        assertThat(text(call("scan", Map.of("files", List.of("classes"), "jdk", "25"))))
                .contains("Recorded$Slow", "initializes its class");
        assertThat(text(call("scan", Map.of("files", List.of("classes"), "format", "json"))))
                .startsWith("{")
                .contains("\"scanFormat\"");
        assertThatThrownBy(() -> call("scan", Map.of("files", List.of("../classes"))))
                .hasMessageContaining("no such file or folder below the folders");
    }

    @Test
    void a_cure_that_no_build_file_can_name_is_told_in_words() {
        CallToolResult result = call(
                "propose_cure", Map.of("files", List.of("app.jfr"), "build_file", "pom.xml", "site", "Recorded$Slow"));
        assertThat(text(result))
                .contains("No library release is known to remove it.", "static initializer")
                .doesNotContain("+++");
        assertThatThrownBy(() -> call("propose_cure", Map.of("files", List.of("app.jfr"), "build_file", "app.jfr")))
                .hasMessageContaining("a pom.xml, build.gradle or build.gradle.kts is accepted");
        assertThatThrownBy(() -> call(
                        "propose_cure",
                        Map.of(
                                "files",
                                List.of("app.jfr"),
                                "build_file",
                                elsewhere.resolve("secret.jfr").toString())))
                .hasMessageContaining("no such file or folder below the folders");
    }

    @Test
    void the_running_jvms_are_listed() {
        assertThat(text(call("list_jvms", Map.of()))).contains("virtual threads");
    }

    @Test
    void files_outside_of_the_allowed_folders_are_refused_links_and_absent_ones_alike() {
        for (String path :
                List.of(elsewhere.resolve("secret.jfr").toString(), "../x.jfr", "link.jfr", "absent.jfr", "a\0b")) {
            assertThatThrownBy(() -> call("analyze", Map.of("files", List.of(path))))
                    .as(path)
                    .hasMessageContaining("no such file or folder below the folders that this server may read");
        }
    }

    @Test
    void arguments_are_checked_and_no_value_becomes_an_option() {
        assertThatThrownBy(() -> call("analyze", Map.of("files", List.of("app.jfr"), "output", "x")))
                .hasMessageContaining("output: there is no such argument");
        assertThatThrownBy(() -> call("analyze", Map.of("files", "app.jfr"))).hasMessageContaining("an array");
        assertThatThrownBy(() -> call("analyze", Map.of("files", List.of()))).hasMessageContaining("at least one");
        assertThatThrownBy(() -> call("analyze", Map.of("files", List.of("app.jfr"), "format", "html")))
                .hasMessageContaining("accepted are text, json, csv");
        CallToolResult result =
                call("analyze", Map.of("files", List.of("app.jfr"), "since", "1s -o" + allowed.resolve("written")));
        assertThat(result.isError()).isTrue();
        assertThat(allowed.resolve("written")).doesNotExist();
    }

    @Test
    void a_tool_that_is_not_there_is_an_error_of_the_protocol() {
        assertThatThrownBy(() -> call("record", Map.of("pid", 1, "seconds", 1)))
                .hasMessageContaining("there is no tool record");
    }

    private static CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(new CallToolRequest(tool, arguments));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }
}
