package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** JDK 21 to 23: class files that are missing, or not those that ran. */
class CulpritFinderClassFilesTest {
    private static final int SYNCHRONIZED = 0x20;

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
    void a_printed_frame_without_a_line_may_be_native_if_its_class_file_is_missing() {
        Frame map = new Frame("java.util.Map", "get", "", -1, 0, 0);
        Frame calls = new Frame("com.acme.Native", "call", "", -1, 0, 0);
        Frame hidden = new Frame("com.acme.App$$Lambda", "run", "", -1, 0, 0);
        Frame line = new Frame("com.acme.App", "run", "", -1, 12, 0);
        Frame bottom = new Frame("java.lang.VirtualThread", "run", "", -1, 0, 0);
        var frames = List.of(map, calls, hidden, line, bottom);
        CulpritFinder finder = new CulpritFinder(ClassBytes.NONE);
        assertThat(finder.unread(Captured.pinned("Native or VM frame on stack", frames)))
                .containsExactly("com.acme.Native", "java.util.Map");
        assertThat(finder.unread(Captured.pinned("VM call to a.B.<clinit> on stack", frames)))
                .isEmpty();
    }

    @Test
    void a_compiled_method_that_waits_for_its_own_monitor_needs_no_class_file() {
        Frame enters = frame("com.acme.Driver", "read", "()V", -1, SYNCHRONIZED);
        Frame owns = frame("com.acme.Pool", "lend", "()V", -1, SYNCHRONIZED);
        CulpritFinder finder = new CulpritFinder(ClassBytes.NONE);
        var blocking = Captured.blocked(BlockingEvent.MONITOR_ENTER, "com.acme.Driver", List.of(enters, owns));
        assertThat(finder.unread(blocking)).containsExactly("com.acme.Pool");
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
    void a_class_that_the_jvm_shows_only_later_is_likely_first_and_exact_then() throws Exception {
        List<Frame> frames = Captured.frames(() -> {
            new Scenes().callsOne();
            return "";
        });
        AtomicBoolean shown = new AtomicBoolean();
        ClassBytes late = new ClassBytes() {
            @Override
            public List<ClassFile> find(String name) {
                return OWN.find(name).stream()
                        .map(file -> new ClassFile(file.bytes(), file.library(), shown.get()))
                        .toList();
            }

            @Override
            public boolean isOfRunningJvm() {
                return true;
            }

            @Override
            public boolean isAwaited(String name) {
                return !shown.get() && name.equals(Scenes.class.getName());
            }
        };
        CulpritFinder finder = new CulpritFinder(late);
        assertThat(lines(finder.find(Captured.pinned(frames))))
                .containsExactly(
                        "one: 1 monitor field a likely", "callsOne: 1 monitor static field Scenes.LOCK likely");
        assertThat(finder.isProvisional(Captured.pinned(frames))).isTrue();
        shown.set(true);
        assertThat(lines(finder.find(Captured.pinned(frames))))
                .containsExactly("one: 1 monitor field a exact", "callsOne: 1 monitor static field Scenes.LOCK exact");
        assertThat(finder.isProvisional(Captured.pinned(frames))).isFalse();
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

    /** A class path of another version: what it says of the version is not about what ran. */
    @Test
    void a_class_file_that_does_not_fit_names_no_version() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(() -> {
            new Scenes().one();
            return "";
        }));
        ClassBytes versioned = name -> OWN.find(name).stream()
                .map(file -> new ClassFile(file.bytes(), new Library("driver", "9.7.0")))
                .toList();
        assertThat(new CulpritFinder(versioned)
                        .find(Captured.pinned(frames))
                        .get(0)
                        .library())
                .isEqualTo(new Library("driver", "9.7.0"));
        frames.replaceAll(at -> new Frame(
                at.className(), at.methodName(), at.descriptor(), at.bytecodeIndex(), at.line() + 9, at.modifiers()));
        assertThat(new CulpritFinder(versioned)
                        .find(Captured.pinned(frames))
                        .get(0)
                        .library())
                .isEqualTo(new Library("driver", null));
        Frame flagged = new Frame(Scenes.class.getName(), "synchronizedMethod", "()V", 0, 9_999, SYNCHRONIZED);
        assertThat(new CulpritFinder(versioned)
                        .find(Captured.pinned(List.of(flagged)))
                        .get(0)
                        .library())
                .isEqualTo(new Library("driver", null));
    }

    @Test
    void a_generated_class_is_asked_of_the_jvm_as_others_are_and_told_where_it_is_unread() {
        Frame generated = frame("app.Dup$$Gen", "call", "()V", 4, 0);
        List<String> asked = new ArrayList<>();
        ClassBytes classes = new ClassBytes() {
            @Override
            public List<ClassFile> find(String className) {
                return List.of();
            }

            @Override
            public List<ClassFile> asLoaded(String className) {
                asked.add(className);
                return List.of();
            }
        };
        CulpritFinder finder = new CulpritFinder(classes);
        var blocking = Captured.pinned(List.of(generated, frame("app.A$$SpringCGLIB$$0", "run", "()V", 4, 0)));
        assertThat(lines(finder.find(blocking))).containsExactly("call: 0 monitor null unknown");
        assertThat(finder.unread(blocking)).containsExactly("app.Dup$$Gen");
        assertThat(asked).contains("app.Dup$$Gen").doesNotContain("app.A$$SpringCGLIB$$0");
    }

    @Test
    void an_application_s_own_class_named_unsafe_is_the_application_s() {
        Frame own = frame("x.Unsafe", "park", "()V", 4, SYNCHRONIZED);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(Captured.pinned(List.of(own)))))
                .containsExactly("park: 1 monitor this exact");
    }

    /** What was cut off may hold as well. */
    @Test
    void nothing_is_exact_where_the_stack_was_cut_off() {
        Frame own = frame("x.Inner", "run", "()V", 4, SYNCHRONIZED);
        var cut = new Blocking(new Stack(List.of(own), true), BlockingEvent.PINNED, true, null, null, null);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(cut))).containsExactly("run: 1 monitor this likely");
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
