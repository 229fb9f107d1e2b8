package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.waits.PoolKind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

class PoolWeaverTest {
    private static final Path JARS = Path.of("target/pool-libs");
    private static final String HOOKS = LendingHooks.class.getName();

    private final List<String> left = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HikariCP-5.1.0",
                "HikariCP-7.1.0",
                "tomcat-jdbc-10.1.48",
                "commons-pool2-2.12.0",
                "commons-pool2-2.13.1",
                "c3p0-0.10.2",
                "c3p0-0.14.1",
                "agroal-pool-2.8",
                "httpcore-4.4.16",
                "httpclient5-5.3.1",
                "httpclient5-5.6.4"
            })
    void the_verifier_accepts_all_that_is_woven_into_a_pool_and_no_member_is_new(String jar) throws Exception {
        PoolKinds kinds = PoolKinds.load();
        ClassFileTransformer weaver = weaver(kinds);
        List<String> woven = new ArrayList<>();
        try (Woven loader = new Woven(jar)) {
            for (String name : classes(kinds)) {
                byte[] before = loader.bytes(name);
                if (before == null) {
                    continue;
                }
                byte[] after = weaver.transform(loader, name, null, null, before);
                assertThat(left).isEmpty();
                assertThat(members(after)).isEqualTo(members(before));
                loader.define(name, after);
                woven.add(name);
            }
            for (String name : woven) {
                Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
                assertThat(type.getClassLoader()).isSameAs(loader);
                assertThat(type.getDeclaredMethods()).isNotEmpty(); // links it, so that it is verified
            }
        }
        assertThat(woven).isNotEmpty();
    }

    @Test
    void a_class_that_can_lend_and_not_take_back_is_left_alone() throws Exception {
        PoolKinds kinds = PoolKinds.load();
        ClassWriter writer = new ClassWriter(0);
        try (Woven loader = new Woven("HikariCP-7.1.0")) {
            ClassNode type = new ClassNode();
            new ClassReader(loader.bytes("com/zaxxer/hikari/util/ConcurrentBag")).accept(type, 0);
            type.methods.removeIf(method -> method.name.equals("requite") || method.name.equals("remove"));
            type.accept(writer);
        }
        assertThat(weaver(kinds)
                        .transform(
                                getClass().getClassLoader(),
                                "com/zaxxer/hikari/util/ConcurrentBag",
                                null,
                                null,
                                writer.toByteArray()))
                .isNull();
        assertThat(left).hasSize(1).first().asString().contains("HikariCP").contains("return");
    }

    private ClassFileTransformer weaver(PoolKinds kinds) throws IOException {
        return new PoolWeaver(kinds, HOOKS, (kind, why) -> left.add(kind.name() + ": " + why), kind -> {});
    }

    private static List<String> classes(PoolKinds kinds) {
        return kinds.all().stream()
                .flatMap(kind -> kind.places().stream())
                .map(PoolKind.Place::className)
                .distinct()
                .toList();
    }

    private static List<String> members(byte[] classFile) {
        ClassNode type = new ClassNode(Opcodes.ASM9);
        new ClassReader(classFile).accept(type, ClassReader.SKIP_CODE);
        List<String> members = new ArrayList<>();
        type.methods.forEach(method -> members.add(method.access + " " + method.name + method.desc));
        type.fields.forEach(field -> members.add(field.access + " " + field.name + " " + field.desc));
        return members;
    }

    /** All jars, the one under test first, whose woven classes it defines itself. */
    private static final class Woven extends URLClassLoader {
        private final URLClassLoader jar;

        Woven(String jar) throws IOException {
            super(urls(jar), PoolWeaverTest.class.getClassLoader());
            this.jar = new URLClassLoader(
                    new URL[] {JARS.resolve(jar + ".jar").toUri().toURL()}, null);
        }

        private static URL[] urls(String jar) throws IOException {
            try (Stream<Path> files = Files.list(JARS)) {
                List<URL> urls = new ArrayList<>(
                        List.of(JARS.resolve(jar + ".jar").toUri().toURL()));
                for (Path file : files.sorted().toList()) {
                    urls.add(file.toUri().toURL());
                }
                return urls.toArray(URL[]::new);
            }
        }

        byte[] bytes(String name) throws IOException {
            try (InputStream in = jar.getResourceAsStream(name + ".class")) {
                return in == null ? null : in.readAllBytes();
            }
        }

        void define(String name, byte[] classFile) {
            defineClass(name.replace('/', '.'), classFile, 0, classFile.length);
        }

        @Override
        public void close() throws IOException {
            jar.close();
            super.close();
        }
    }
}
