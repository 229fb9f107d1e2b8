package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartupChecksTest {
    @Test
    void an_application_on_java_21_is_watched() {
        assertThat(StartupChecks.reasonToStayOut(21, null)).isNull();
        assertThat(StartupChecks.reasonToStayOut(25, "com.acme.app")).isNull();
    }

    @Test
    void what_is_too_old_or_is_a_jdk_tool_is_left_alone() {
        assertThat(StartupChecks.reasonToStayOut(17, null)).contains("needs Java 21 or later, this is Java 17");
        assertThat(StartupChecks.reasonToStayOut(21, "jdk.jcmd")).contains("JDK tool (jdk.jcmd)");
        assertThat(StartupChecks.reasonToStayOut(25, "java.base")).as("keytool").contains("JDK tool (java.base)");
        assertThat(StartupChecks.reasonToStayOut(21, "java.rmi"))
                .as("rmiregistry")
                .contains("JDK tool (java.rmi)");
    }
}
