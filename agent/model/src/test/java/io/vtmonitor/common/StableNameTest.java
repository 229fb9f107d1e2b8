package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StableNameTest {
    @ParameterizedTest
    @CsvSource({
        "a.B$$Lambda/0x00007f2c01002a00.run, a.B$$Lambda.run",
        "a.B$$Lambda.0x00007f2c01002a00.run, a.B$$Lambda.run",
        "a.B$$Lambda$14/0x0000000800c03000.run, a.B$$Lambda.run",
        "a.B$$Lambda$14.run, a.B$$Lambda.run",
        "a.B$$Lambda+0x7f2c.17.run, a.B$$Lambda.run",
        "a.B.lambda$load$3, a.B.lambda$load",
        "a.B.lambda$load$, a.B.lambda$load$",
        "a.B.lambda$a$b$12 [sleep], a.B.lambda$a$b [sleep]",
        "a.B.$anonfun$load$3, a.B.$anonfun$load",
        "a.BKt.load$lambda$3, a.BKt.load$lambda",
        "a.BKt.load$lambda$3$2, a.BKt.load$lambda",
        "jdk.proxy2.$Proxy12.call, jdk.proxy.$Proxy.call",
        "com.sun.proxy.$Proxy7.call, com.sun.proxy.$Proxy.call",
        "a.B$$EnhancerBySpringCGLIB$$1a2b3c4d.load, a.B$$EnhancerBySpringCGLIB.load",
        "a.B$$SpringCGLIB$$0.load, a.B$$SpringCGLIB.load",
        "a.B$HibernateProxy$oY8w3Zk1.load, a.B$HibernateProxy.load",
        "a.B$MockitoMock$1234567.load, a.B$MockitoMock.load",
        "a.B_$$_jvst4e1_3.load, a.B_$$_jvst.load",
        "jdk.internal.reflect.GeneratedMethodAccessor12.invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
        "java.lang.invoke.LambdaForm$DMH/0x000001.invoke, java.lang.invoke.LambdaForm$DMH.invoke"
    })
    void what_differs_from_run_to_run_is_cut(String name, String stable) {
        assertThat(StableName.of(name)).isEqualTo(stable);
        assertThat(StableName.of(stable)).as("once more").isEqualTo(stable);
    }

    @Test
    void every_holder_of_a_site_is_cut() {
        assertThat(StableName.of("a.B.lambda$x$1 < a.C$$SpringCGLIB$$0.y < a.D.lambda$z$12 [park]"))
                .isEqualTo("a.B.lambda$x < a.C$$SpringCGLIB.y < a.D.lambda$z [park]");
    }

    @ParameterizedTest
    @CsvSource({
        "a.B$1.run",
        "a.B2.load3",
        "a.Utf8.read",
        "a.B$Inner.access$000",
        "a.lambda.B.run",
        "a.Ox12.run",
        "a.B.<clinit>"
    })
    void what_a_person_wrote_stays(String name) {
        assertThat(StableName.of(name)).isEqualTo(name);
    }
}
