package io.vtmonitor.culprit;

import static io.vtmonitor.culprit.Captured.OWN;
import static io.vtmonitor.culprit.Captured.blocked;
import static io.vtmonitor.culprit.Captured.frame;
import static io.vtmonitor.culprit.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JDK 21 to 23: entering, waiting, class files that are missing or of another version. */
class CulpritFinderBlockersTest {
    private static final int SYNCHRONIZED = 0x20;
    private final Object a = new Object();
    private final Object b = new Object();

    synchronized void waitsOnThis() throws InterruptedException {
        wait();
    }

    void waitsOnFieldWithTwo() throws InterruptedException {
        synchronized (a) {
            synchronized (b) {
                b.wait();
            }
        }
    }

    void waitsForCaller() throws InterruptedException {
        synchronized (a) {
            helperWaits();
        }
    }

    private void helperWaits() throws InterruptedException {
        a.wait();
    }

    synchronized void callsWaiter() throws InterruptedException {
        waitsOnThis();
    }

    /** Frames below {@code Object.wait}, with the bytecode index of the only call of that name. */
    private static List<Frame> waiting(String... methods) throws Exception {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.Object", "wait0", "(J)V", 0, 0x112),
                frame("java.lang.Object", "wait", "(J)V", 6, 0x11)));
        frames.add(frame("java.lang.Object", "wait", "()V", 2, 0x11));
        String callee = "wait";
        for (String method : methods) {
            int modifiers =
                    CulpritFinderBlockersTest.class.getDeclaredMethod(method).getModifiers();
            frames.add(
                    frame(CulpritFinderBlockersTest.class.getName(), method, "()V", call(method, callee), modifiers));
            callee = method;
        }
        return frames;
    }

    private static int call(String method, String callee) {
        byte[] bytes =
                OWN.find(CulpritFinderBlockersTest.class.getName()).get(0).bytes();
        for (int bci = 0; bci < 500; bci++) {
            Frame at = frame(CulpritFinderBlockersTest.class.getName(), method, "()V", bci, 0);
            if (new Places(name -> List.of(new ClassFile(bytes, Captured.TEST)))
                    .of(at).stream().anyMatch(p -> p.calls(callee))) {
                return bci;
            }
        }
        throw new AssertionError(method + " does not call " + callee);
    }

    private static List<String> onWait(String... methods) throws Exception {
        return lines(
                new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_WAIT, "java.lang.Object", waiting(methods))));
    }

    @Test
    void a_wait_gives_its_monitor_back() throws Exception {
        assertThat(onWait("waitsOnThis")).containsExactly("waitsOnThis: 0 object_wait this exact");
        assertThat(onWait("waitsOnFieldWithTwo"))
                .containsExactly(
                        "waitsOnFieldWithTwo: 0 object_wait field b exact",
                        "waitsOnFieldWithTwo: 1 monitor field a exact");
    }

    @Test
    void a_wait_for_the_only_monitor_of_a_caller_leaves_nothing() throws Exception {
        assertThat(onWait("helperWaits", "waitsForCaller")).containsExactly("helperWaits: 0 object_wait field a exact");
    }

    @Test
    void a_caller_that_may_have_entered_the_same_monitor_is_only_likely() throws Exception {
        assertThat(onWait("waitsOnThis", "callsWaiter"))
                .containsExactly("waitsOnThis: 0 object_wait this exact", "callsWaiter: 1 monitor this likely");
    }

    @Test
    void a_wait_on_an_array_of_int_is_not_class_initialisation() throws Exception {
        var blocking = blocked(BlockingEvent.MONITOR_WAIT, "[I", waiting("waitsOnThis"));
        assertThat(lines(new CulpritFinder(OWN).find(blocking)))
                .containsExactly("waitsOnThis: 0 object_wait this exact");
    }

    @Test
    void waiting_for_another_s_class_initialisation_names_who_triggered_it() {
        List<Frame> frames = List.of(
                frame("java.lang.Class", "forName0", "()V", 0, 0x10a),
                frame("java.lang.Class", "forName", "(Ljava/lang/String;)V", 6, 9),
                frame("app.Main", "start", "()V", 2, 0));
        var blocking = blocked(BlockingEvent.MONITOR_WAIT, "[I", frames);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(blocking)))
                .containsExactly("start: 0 class_init_wait null exact", "forName0: 0 native null exact");
    }

    @Test
    void entering_owns_nothing_but_what_was_entered_before() {
        assertThat(entering("two", 0))
                .containsExactly("two: 0 monitor_enter static field Scenes.LOCK exact", "two: 1 monitor field a exact");
        assertThat(entering("one", 0)).containsExactly("one: 0 monitor_enter field a exact");
    }

    @Test
    void entering_a_synchronized_method_does_not_own_it() {
        Frame top = frame(Scenes.class.getName(), "synchronizedAndBlock", "()V", 0, SYNCHRONIZED);
        assertThat(lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(top)))))
                .containsExactly("synchronizedAndBlock: 0 monitor_enter this exact");
    }

    /** The interpreter of JDK 21 stands behind the instruction by then, compiled code at it. */
    @Test
    void entering_in_the_interpreter_is_the_same() {
        assertThat(entering("two", 1)).isEqualTo(entering("two", 0));
        assertThat(entering("one", 1)).isEqualTo(entering("one", 0));
    }

    private static List<String> entering(String method, int behind) {
        int last = -1;
        for (int bci = 0; bci < 200; bci++) {
            Frame at = frame(Scenes.class.getName(), method, "()V", bci, 0);
            if (new Places(OWN).of(at).stream().anyMatch(p -> p.kind() == Place.Kind.MONITOR_ENTER)) {
                last = bci;
            }
        }
        Frame top = frame(Scenes.class.getName(), method, "()V", last + behind, 0);
        return lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(top))));
    }

    @Test
    void without_class_files_only_the_flag_is_sure() throws Exception {
        List<Frame> both = Captured.frames(() -> {
            new Scenes().synchronizedAndBlock();
            return "";
        });
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(Captured.pinned(both))))
                .containsExactly("synchronizedAndBlock: 1 monitor this exact");
        List<Frame> none = List.of(frame("app.Main", "run", "()V", 4, 0));
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(Captured.pinned(none))))
                .containsExactly("run: 0 monitor null unknown");
    }

    @Test
    void classes_without_class_files_are_told_the_application_s_first() throws Exception {
        Frame driver = frame("com.acme.Driver", "read", "()V", 4, SYNCHRONIZED);
        Frame map = frame("java.util.Map", "computeIfAbsent", "()V", 4, 0);
        Frame app = frame("com.acme.App", "run", "()V", 4, 0);
        Frame bottom = frame("java.lang.VirtualThread", "run", "()V", 4, 0);
        var blocking = Captured.pinned(List.of(driver, map, app, app, bottom));
        CulpritFinder finder = new CulpritFinder(ClassBytes.NONE);
        assertThat(lines(finder.find(blocking))).containsExactly("read: 1 monitor this exact");
        assertThat(finder.unread(blocking)).containsExactly("com.acme.Driver", "com.acme.App", "java.util.Map");
        assertThat(finder.unread(Captured.pinned("Native or VM frame on stack", List.of(app))))
                .as("where monitors do not pin")
                .isEmpty();
    }

    @Test
    void where_every_class_file_fits_none_is_missing() throws Exception {
        List<Frame> frames = Captured.frames(() -> {
            new Scenes().one();
            return "";
        });
        assertThat(new CulpritFinder(OWN).unread(Captured.pinned(frames))).isEmpty();
        Frame moved = frame(Scenes.class.getName(), "one", "()V", 1, 0);
        frames = new ArrayList<>(frames);
        frames.set(frames.size() - 1, moved);
        assertThat(new CulpritFinder(OWN).unread(Captured.pinned(frames))).containsExactly(Scenes.class.getName());
    }

    /** One that has moved within a method by other means than the names of what it calls. */
    @Test
    void a_class_file_with_other_line_numbers_does_not_fit() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(() -> {
            new Scenes().one();
            return "";
        }));
        for (int i = 0; i < frames.size(); i++) {
            Frame at = frames.get(i);
            if (at.methodName().equals("one")) {
                frames.set(
                        i,
                        new Frame(
                                at.className(),
                                at.methodName(),
                                at.descriptor(),
                                at.bytecodeIndex(),
                                at.line() + 1,
                                at.modifiers()));
            }
        }
        assertThat(lines(new CulpritFinder(OWN).find(Captured.pinned(frames))))
                .containsExactly("one: 1 monitor field a likely");
    }

    @Test
    void where_all_instructions_moved_the_source_line_gives_a_guess() throws Exception {
        List<Frame> moved = new ArrayList<>();
        for (Frame at : Captured.frames(() -> {
            new Scenes().callsOne();
            return "";
        })) {
            boolean ours = at.className().equals(Scenes.class.getName());
            moved.add(
                    ours
                            ? new Frame(
                                    at.className(),
                                    at.methodName(),
                                    at.descriptor(),
                                    at.bytecodeIndex() + 300,
                                    at.line(),
                                    at.modifiers())
                            : at);
        }
        assertThat(lines(new CulpritFinder(OWN).find(Captured.pinned(moved))))
                .containsExactly(
                        "one: 1 monitor field a likely", "callsOne: 1 monitor static field Scenes.LOCK likely");
    }

    @Test
    void a_class_file_that_does_not_fit_is_never_exact() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(() -> {
            new Scenes().one();
            return "";
        }));
        Frame real = frames.get(0);
        frames.set(0, frame(real.className(), "somethingElse", "()V", 1, 0));
        List<Holder> holders = new CulpritFinder(OWN).find(Captured.pinned(frames));
        assertThat(lines(holders)).containsExactly("one: 1 monitor field a likely");
    }

    @Test
    void of_several_class_files_the_one_that_fits_wins_and_disagreement_is_only_likely() throws Exception {
        List<Frame> frames = Captured.frames(() -> {
            new Scenes().one();
            return "";
        });
        byte[] real = OWN.find(Scenes.class.getName()).get(0).bytes();
        byte[] other = renamed(real);
        ClassBytes wrongFirst = name -> name.equals(Scenes.class.getName())
                ? List.of(new ClassFile(other, Captured.TEST), new ClassFile(real, Captured.TEST))
                : OWN.find(name);
        assertThat(lines(new CulpritFinder(wrongFirst).find(Captured.pinned(frames))))
                .containsExactly("one: 1 monitor field a exact");
        byte[] unlocked = unlocked(real);
        ClassBytes disagreeing = name -> name.equals(Scenes.class.getName())
                ? List.of(new ClassFile(unlocked, Captured.TEST), new ClassFile(real, Captured.TEST))
                : OWN.find(name);
        assertThat(lines(new CulpritFinder(disagreeing).find(Captured.pinned(frames))))
                .containsExactly("one: 1 monitor field a likely");
    }

    @Test
    void bytes_that_are_no_class_file_say_nothing() throws Exception {
        List<Frame> frames = Captured.frames(() -> {
            new Scenes().one();
            return "";
        });
        ClassBytes garbage = name -> List.of(new ClassFile(new byte[] {1, 2, 3}, Captured.TEST));
        assertThat(new CulpritFinder(garbage).find(Captured.pinned(frames)))
                .allMatch(holder -> holder.confidence() == io.vtmonitor.model.Confidence.UNKNOWN);
    }

    /** The same class with another name for what it calls. */
    private static byte[] renamed(byte[] bytes) {
        byte[] changed = bytes.clone();
        byte[] name = {0, 5, 'b', 'l', 'o', 'c', 'k'};
        for (int i = 0; i + name.length < changed.length; i++) {
            if (java.util.Arrays.equals(changed, i, i + name.length, name, 0, name.length)) {
                changed[i + 2] = 'c';
            }
        }
        return changed;
    }

    /** The same class, where taking and releasing a monitor have become pops. */
    private static byte[] unlocked(byte[] bytes) {
        var reader = new org.objectweb.asm.ClassReader(bytes);
        var writer = new org.objectweb.asm.ClassWriter(0);
        reader.accept(
                new org.objectweb.asm.ClassVisitor(org.objectweb.asm.Opcodes.ASM9, writer) {
                    @Override
                    public org.objectweb.asm.MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new org.objectweb.asm.MethodVisitor(
                                org.objectweb.asm.Opcodes.ASM9,
                                super.visitMethod(access, name, descriptor, signature, exceptions)) {
                            @Override
                            public void visitInsn(int opcode) {
                                boolean monitor = opcode == org.objectweb.asm.Opcodes.MONITORENTER
                                        || opcode == org.objectweb.asm.Opcodes.MONITOREXIT;
                                super.visitInsn(monitor ? org.objectweb.asm.Opcodes.POP : opcode);
                            }
                        };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
