package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.UnpinOffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class HolderPlannerTest {
    private static final Library MAIL = new Library("mail", "2.0.3");

    private final Map<String, byte[]> files = new HashMap<>();

    private final Set<String> notLoaded = new HashSet<>();

    /** Release of the JVM whose class files they are; 0 for the one that runs. */
    private int ofOther;

    @Test
    void a_superclass_outside_of_the_pattern_that_locks_the_same_object_is_rewritten_together() {
        add("net.api.mail.Service", "java/lang/Object", "connect");
        add("org.mail.smtp.Transport", "net/api/mail/Service", "send");
        UnpinOffer offer = offer("org.mail.smtp.Transport", "send");
        assertThat(offer.patterns()).containsExactly("org.mail.smtp.**", "net.api.mail.**");
        assertThat(offer.frees()).isTrue();
        assertThat(offer.planned()).isTrue();
    }

    @Test
    void a_superclass_that_locks_nothing_adds_no_pattern() {
        add("net.api.mail.Service", "java/lang/Object", "");
        add("org.mail.smtp.Transport", "net/api/mail/Service", "send");
        assertThat(offer("org.mail.smtp.Transport", "send").patterns()).containsExactly("org.mail.smtp.**");
    }

    @Test
    void where_more_patterns_do_not_free_it_either_the_offer_is_the_plain_one() {
        add("net.api.mail.Service", "java/lang/Thread", "connect");
        add("org.mail.smtp.Transport", "net/api/mail/Service", "send");
        UnpinOffer offer = offer("org.mail.smtp.Transport", "send");
        assertThat(offer.patterns()).containsExactly("org.mail.smtp.**");
        assertThat(offer.frees()).isFalse();
    }

    @Test
    void without_the_recorded_jdk_the_classes_of_its_release_that_ship_decide_and_the_offer_is_likely() {
        add("org.mail.smtp.Upload", "java/io/InputStream", "send");
        ofOther = 21;
        UnpinOffer stream = offer("org.mail.smtp.Upload", "send");
        assertThat(stream.frees()).isTrue(); // it locks itself in mark of 17, not of 21
        assertThat(stream.planned()).isTrue();
        assertThat(stream.standIn()).startsWith("21");
        assertThat(stream.certain()).isFalse();

        add("org.mail.smtp.Worker", "java/io/ByteArrayInputStream", "send");
        UnpinOffer thread = offer("org.mail.smtp.Worker", "send");
        assertThat(thread.keeps())
                .singleElement()
                .satisfies(kept -> assertThat(kept.why()).contains("java.io.ByteArrayInputStream locks it in read"));
        assertThat(thread.standIn()).startsWith("21");
    }

    @Test
    void of_a_release_of_which_no_classes_ship_nothing_is_said_but_that_it_may() {
        add("org.mail.smtp.Upload", "java/io/InputStream", "send");
        ofOther = 22;
        UnpinOffer offer = offer("org.mail.smtp.Upload", "send");
        assertThat(offer.frees()).isTrue();
        assertThat(offer.planned()).isFalse();
        assertThat(offer.standIn()).isNull();
    }

    @Test
    void what_needs_no_class_of_the_jdk_is_certain_without_one() {
        add("org.mail.smtp.Transport", "java/lang/Object", "send");
        ofOther = 21;
        assertThat(offer("org.mail.smtp.Transport", "send").certain()).isTrue();
    }

    @Test
    void a_class_that_the_running_jvm_has_not_loaded_yet_is_read_from_where_the_others_came_from() {
        addLocksResult("org.mail.smtp.Connection", "org/mail/smtp/Proxy");
        add("org.mail.smtp.Proxy", "java/lang/Object", "close");
        notLoaded.add("org.mail.smtp.Proxy");
        UnpinOffer offer = offer("org.mail.smtp.Connection", "send");
        assertThat(offer.keeps()).isEmpty();
        assertThat(offer.certain()).isTrue();
    }

    @Test
    void a_class_that_is_neither_loaded_nor_there_leaves_the_answer_open() {
        addLocksResult("org.mail.smtp.Connection", "org/mail/smtp/Proxy");
        UnpinOffer offer = offer("org.mail.smtp.Connection", "send");
        assertThat(offer.keeps()).isEmpty();
        assertThat(offer.planned()).isFalse();
    }

    @Test
    void a_wait_for_what_the_caller_has_entered_leaves_the_answer_open() throws Exception {
        UnpinOffer open = waits("forCaller");
        assertThat(open.keeps()).isEmpty();
        assertThat(open.planned()).isFalse();

        UnpinOffer kept = waits("entered");
        assertThat(kept.planned()).isTrue();
        assertThat(kept.keeps())
                .singleElement()
                .satisfies(keeps -> assertThat(keeps.why()).contains("it is passed in from outside"));
    }

    /** As pools do, and as whoever enters the monitor itself. */
    @SuppressWarnings("WaitNotInLoop")
    private static final class Waits {
        static void forCaller(Object monitor) throws InterruptedException {
            monitor.wait();
        }

        static void entered(Object monitor) throws InterruptedException {
            synchronized (monitor) {
                monitor.wait();
            }
        }
    }

    private UnpinOffer waits(String method) throws IOException {
        String name = Waits.class.getName();
        try (InputStream file = Waits.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            files.put(name, Objects.requireNonNull(file).readAllBytes());
        }
        return offer(new Frame(name, method, "(Ljava/lang/Object;)V", 1, -1, Opcodes.ACC_STATIC), Hold.OBJECT_WAIT);
    }

    /** A class whose method send locks what another one gives, which is what is in a field of that type. */
    private void addLocksResult(String name, String type) {
        String internal = name.replace('.', '/');
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, internal, null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_PUBLIC, "proxy", "L" + type + ";", null, null);
        MethodVisitor mutex = writer.visitMethod(Opcodes.ACC_PUBLIC, "mutex", "()Ljava/lang/Object;", null, null);
        mutex.visitCode();
        mutex.visitVarInsn(Opcodes.ALOAD, 0);
        mutex.visitFieldInsn(Opcodes.GETFIELD, internal, "proxy", "L" + type + ";");
        mutex.visitInsn(Opcodes.ARETURN);
        mutex.visitMaxs(1, 1);
        mutex.visitEnd();
        MethodVisitor send = writer.visitMethod(Opcodes.ACC_PUBLIC, "send", "()V", null, null);
        send.visitCode();
        send.visitVarInsn(Opcodes.ALOAD, 0);
        send.visitMethodInsn(Opcodes.INVOKEVIRTUAL, internal, "mutex", "()Ljava/lang/Object;", false);
        send.visitInsn(Opcodes.DUP);
        send.visitVarInsn(Opcodes.ASTORE, 1);
        send.visitInsn(Opcodes.MONITORENTER);
        send.visitVarInsn(Opcodes.ALOAD, 1);
        send.visitInsn(Opcodes.MONITOREXIT);
        send.visitInsn(Opcodes.RETURN);
        send.visitMaxs(2, 2);
        send.visitEnd();
        writer.visitEnd();
        files.put(name, writer.toByteArray());
    }

    private UnpinOffer offer(String className, String method) {
        Frame frame = new Frame(className, method, "()V", 0, 1, flags(className));
        return offer(frame, Hold.MONITOR);
    }

    private UnpinOffer offer(Frame frame, Hold hold) {
        Blocking blocking =
                new Blocking(new Stack(List.of(frame), false), BlockingEvent.PINNED, true, null, null, null);
        Holder holder = new Holder(frame, hold, 1, "this", Confidence.EXACT, MAIL);
        HolderPlanner planner = new HolderPlanner(new Files(), List::of, List.of(), ofOther);
        return Objects.requireNonNull(planner.offer(blocking, List.of(holder)));
    }

    private static int flags(String className) {
        return className.endsWith(".Connection") ? Opcodes.ACC_PUBLIC : Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    }

    /** A class with a synchronized method, or with none. */
    private void add(String name, String superName, String method) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, superName, null);
        if (!method.isEmpty()) {
            MethodVisitor code =
                    writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, method, "()V", null, null);
            code.visitCode();
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(0, 1);
            code.visitEnd();
        }
        writer.visitEnd();
        files.put(name, writer.toByteArray());
    }

    private final class Files implements ClassBytes {
        @Override
        public List<ClassFile> find(String className) {
            return notLoaded.contains(className) ? List.of() : read(className);
        }

        @Override
        public List<ClassFile> notLoaded(String className, Collection<String> loaded) {
            return loaded.contains("org.mail.smtp.Connection") ? read(className) : List.of();
        }

        private List<ClassFile> read(String className) {
            byte[] bytes = files.get(className);
            return bytes == null ? List.of() : List.of(new ClassFile(bytes, MAIL));
        }

        @Override
        public boolean isOfRunningJvm() {
            return ofOther == 0;
        }
    }
}
