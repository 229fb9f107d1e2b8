package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What is proposed for build files; {@code git apply} has to take it. */
class ProposalTest {
    private static final String UPGRADE = "upgrade mysql-connector-j 8.0.33 to 9.0.0 or later";
    private static final String REPLACE =
            "replace mysql:mysql-connector-java by com.mysql:mysql-connector-j 9.0.0 or later";

    @TempDir
    Path folder;

    @Test
    void a_version_in_a_pom_is_replaced() throws Exception {
        assertThat(applied("pom.xml", UPGRADE, """
                <project>
                  <!-- <dependency><artifactId>mysql-connector-j</artifactId><version>1</version></dependency> -->
                  <dependencies>
                    <dependency>
                      <groupId>com.mysql</groupId>
                      <artifactId>mysql-connector-j</artifactId>
                      <version>8.0.33</version>
                      <exclusions>
                        <exclusion><artifactId>mysql-connector-j</artifactId></exclusion>
                      </exclusions>
                    </dependency>
                  </dependencies>
                  <build><plugins><plugin><dependencies><dependency>
                    <artifactId>mysql-connector-j</artifactId><version>8.0.33</version>
                  </dependency></dependencies></plugin></plugins></build>
                </project>
                """))
                .contains("      <version>9.0.0</version>\n", "</artifactId><version>8.0.33</version>\n  </dependency>")
                .contains("<version>1</version>");
    }

    @Test
    void the_file_of_a_module_is_named_with_its_folder() throws Exception {
        assertThat(applied("shop/web/pom.xml", UPGRADE, """
                <project>
                  <dependency><artifactId>mysql-connector-j</artifactId><version>8.0.33</version></dependency>
                </project>
                """)).contains("<version>9.0.0</version>");
        AllowedPaths allowed = AllowedPaths.of(List.of(folder));
        assertThat(allowed.fromFolder(allowed.check("shop/web/pom.xml"))).isEqualTo("shop/web/pom.xml");
    }

    @Test
    void a_comment_with_an_emoji_moves_nothing() throws Exception {
        assertThat(applied("pom.xml", UPGRADE, """
                <project>
                  <!-- \uD83D\uDE80 versions -->
                  <dependency><artifactId>mysql-connector-j</artifactId><version>8.0.33</version></dependency>
                </project>
                """)).contains("<version>9.0.0</version>");
        assertThat(applied("build.gradle", UPGRADE, """
                // \uD83D\uDE80
                dependencies { implementation 'com.mysql:mysql-connector-j:8.0.33' }
                """)).contains("'com.mysql:mysql-connector-j:9.0.0'");
    }

    @Test
    void a_property_is_set_where_it_is_defined() throws Exception {
        assertThat(applied("pom.xml", UPGRADE, """
                <project>
                  <properties><mysql.version>8.0.33</mysql.version></properties>
                  <dependency><artifactId>mysql-connector-j</artifactId><version>${mysql.version}</version></dependency>
                </project>"""))
                .contains("<mysql.version>9.0.0</mysql.version>", "<version>${mysql.version}</version>");
        assertThat(proposed("pom.xml", UPGRADE, """
                <project>
                  <dependency><artifactId>mysql-connector-j</artifactId><version>${mysql.version}</version></dependency>
                </project>
                """))
                .contains("${mysql.version}, which another file defines: set it to 9.0.0")
                .doesNotContain("+++");
    }

    @Test
    void a_version_that_a_bom_manages_is_written_below_the_name() throws Exception {
        assertThat(applied("pom.xml", UPGRADE, """
                <project>
                  <dependency>
                    <groupId>com.mysql</groupId>
                    <artifactId>mysql-connector-j</artifactId>
                    <scope>runtime</scope>
                  </dependency>
                </project>
                """))
                .contains("    <artifactId>mysql-connector-j</artifactId>\n    <version>9.0.0</version>\n    <scope>");
        assertThat(applied("pom.xml", UPGRADE, """
                <project>
                  <dependencyManagement>
                    <dependency><artifactId>mysql-connector-j</artifactId><version>8.4.0</version></dependency>
                  </dependencyManagement>
                  <dependency><artifactId>mysql-connector-j</artifactId></dependency>
                </project>
                """))
                .contains("<version>9.0.0</version>")
                .contains("<dependency><artifactId>mysql-connector-j</artifactId></dependency>");
    }

    @Test
    void another_library_takes_the_place_of_one_that_was_given_up() throws Exception {
        assertThat(applied("pom.xml", REPLACE, """
                <project>
                  <dependency>
                    <groupId>mysql</groupId>
                    <artifactId>mysql-connector-java</artifactId>
                    <version>8.0.28</version>
                  </dependency>
                </project>
                """))
                .contains(
                        "<groupId>com.mysql</groupId>",
                        "<artifactId>mysql-connector-j</artifactId>",
                        "<version>9.0.0<");
        assertThat(applied("build.gradle", REPLACE, "runtimeOnly 'mysql:mysql-connector-java:8.0.28'\n"))
                .isEqualTo("runtimeOnly 'com.mysql:mysql-connector-j:9.0.0'\n");
    }

    @Test
    void gradle_s_ways_to_name_a_library_are_known() throws Exception {
        assertThat(applied("build.gradle", UPGRADE, """
                // implementation 'com.mysql:mysql-connector-j:1'
                implementation "com.mysql:mysql-connector-j:8.0.33" // https://example.com
                """))
                .contains("'com.mysql:mysql-connector-j:1'", "\"com.mysql:mysql-connector-j:9.0.0\" // https");
        assertThat(applied(
                        "build.gradle",
                        UPGRADE,
                        "runtimeOnly group: 'com.mysql', name: 'mysql-connector-j', version: '8.1'"))
                .isEqualTo("runtimeOnly group: 'com.mysql', name: 'mysql-connector-j', version: '9.0.0'");
        assertThat(applied("build.gradle.kts", UPGRADE, """
                val mysqlVersion = "8.0.33"
                dependencies {
                    runtimeOnly("com.mysql:mysql-connector-j:$mysqlVersion")
                }
                """))
                .contains("val mysqlVersion = \"9.0.0\"", "mysql-connector-j:$mysqlVersion");
        assertThat(applied("build.gradle.kts", UPGRADE, "runtimeOnly(\"com.mysql:mysql-connector-j\")\n"))
                .isEqualTo("runtimeOnly(\"com.mysql:mysql-connector-j:9.0.0\")\n");
    }

    @Test
    void what_is_as_new_or_is_not_named_stays_as_it_is() throws Exception {
        assertThat(proposed("pom.xml", UPGRADE, """
                <dependency><artifactId>mysql-connector-j</artifactId><version>9.1.0</version></dependency>
                """))
                .contains("pom.xml:1: 9.1.0 already has the fix")
                .doesNotContain("+++");
        assertThat(proposed("pom.xml", UPGRADE, "<project/>"))
                .contains("pom.xml does not name mysql-connector-j", "dependency:tree")
                .doesNotContain("+++");
        assertThat(proposed("build.gradle", "upgrade Quarkus to a release after July 2024", "plugins {}"))
                .contains("not a library release that a build file can name");
        assertThat(proposed("build.gradle", null, "plugins {}")).contains("No library release is known");
    }

    @Test
    void far_lines_are_hunks_of_their_own_and_line_breaks_stay() throws Exception {
        String dependency =
                "<dependency>\r\n<artifactId>mysql-connector-j</artifactId>\r\n<version>%s</version>\r\n</dependency>"
                        + "\r\n";
        String pom = "<project>\r\n" + dependency + "<!-- -->\r\n".repeat(20) + dependency + "</project>";
        assertThat(applied("pom.xml", UPGRADE, pom.formatted("8.0.1", "8.0.2")))
                .isEqualTo(pom.formatted("9.0.0", "9.0.0"));
        assertThat(proposed("pom.xml", UPGRADE, pom.formatted("8.0.1", "8.0.2")).split("@@ -"))
                .hasSize(3);
    }

    @Test
    void other_files_are_refused() {
        assertThatThrownBy(() -> proposed("settings.xml", UPGRADE, "<settings/>"))
                .hasMessageContaining("pom.xml");
    }

    @Test
    void what_is_an_estimate_is_called_one() throws Exception {
        SiteReport report = report("""
                {"plan": [{"kinds": ["upgrade"], "what": ["%s"], "estimate": true}]}""".formatted(UPGRADE));
        assertThat(Proposal.of(report, null, write("pom.xml", "<project/>"), "pom.xml")
                        .text())
                .contains("an estimate");
    }

    private String applied(String name, String step, String text) throws Exception {
        String answer = proposed(name, step, text);
        Path patch = write("change.diff", answer.substring(answer.indexOf("--- a/")));
        Process git = new ProcessBuilder("git", "apply", patch.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes());
        assertThat(git.waitFor()).as("%s%n%s", said, answer).isZero();
        return Files.readString(folder.resolve(name));
    }

    private String proposed(String name, @Nullable String step, String text) throws Exception {
        SiteReport report = report(step == null ? "{\"plan\": []}" : """
                {"plan": [{"kinds": ["jdk_24"], "what": ["run on JDK 25"], "estimate": false},
                  {"kinds": ["upgrade"], "what": ["%s"], "estimate": false}]}""".formatted(step));
        return Proposal.of(report, null, write(name, text), name).text();
    }

    private static SiteReport report(String json) {
        return new SiteReport(JsonMapper.shared().readTree(json), "");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
