package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static io.vtmonitor.classfile.Captured.pinned;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Natives, upcalls, class initialization and loading; stacks as JDK 25 records them (jdk-facts, section 1). */
class CulpritFinderVmTest {
    private static final int NATIVE = 0x100;
    private static final String LOAD = "(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String NATIVE_REASON = "Native or VM frame on stack";
    private static final String CRITICAL_REASON = "Freeze or preempt failed (2)";

    private static List<Frame> parked(Frame... frames) {
        List<Frame> all = new ArrayList<>(List.of(
                frame("java.lang.VirtualThread", "postPinnedEvent", "(Ljava/lang/String;)V", 0, 0x10a),
                frame("java.lang.VirtualThread", "parkOnCarrierThread", "(ZJ)V", 98, 2),
                frame("java.lang.Thread", "sleep", "(J)V", 25, 9)));
        all.addAll(List.of(frames));
        all.add(frame("java.lang.VirtualThread", "run", "(Ljava/lang/Runnable;)V", 62, 2));
        all.add(frame("jdk.internal.vm.Continuation", "enterSpecial", "()V", 0, 0x10a));
        return all;
    }

    private static Frame app(String method) {
        return frame("app.Main", method, "()V", 3, 0);
    }

    private static List<String> found(String reason, Frame... frames) {
        return lines(new CulpritFinder(ClassBytes.NONE).find(pinned(reason, parked(frames))));
    }

    @Test
    void a_native_method_that_called_back_holds() {
        Frame jni = frame("app.Jni", "callback", "(Ljava/lang/Runnable;)V", 0, NATIVE);
        assertThat(found(NATIVE_REASON, app("run"), jni, app("go"))).containsExactly("callback: 0 native null exact");
    }

    @Test
    void native_reflection_holds() {
        Frame accessor =
                frame("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", "invoke0", "()V", 0, NATIVE);
        assertThat(found(NATIVE_REASON, app("run"), accessor, app("go")))
                .containsExactly("invoke0: 0 native null exact");
    }

    @Test
    void an_upcall_names_who_called_native_code() {
        Frame stub = frame("jdk.internal.foreign.abi.UpcallStub.0x00007f1", "invoke", "()V", 0, 8);
        Frame down = frame("jdk.internal.foreign.abi.DowncallStub.0x00007f2", "invoke", "()V", 0, 8);
        Frame handle = frame("java.lang.invoke.LambdaForm$MH.0x00007f3", "invoke", "()V", 0, 8);
        assertThat(found(NATIVE_REASON, app("compare"), stub, down, handle, app("sort")))
                .containsExactly("sort: 0 upcall null exact");
    }

    @Test
    void an_initializer_holds_and_the_way_into_it_is_not_listed() {
        Frame init = frame("app.Init", "<clinit>", "()V", 0, 8);
        Frame forName = frame("java.lang.Class", "forName0", "()V", 0, 0x10a);
        assertThat(found("VM call to app.Init.<clinit> on stack", init, forName, app("go")))
                .containsExactly("<clinit>: 0 class_init null exact");
    }

    @Test
    void a_native_above_or_below_an_initializer_is_listed_beside_it() {
        Frame init = frame("app.Init", "<clinit>", "()V", 0, 8);
        Frame jni = frame("app.Jni", "callback", "()V", 0, NATIVE);
        assertThat(found("VM call to app.Init.<clinit> on stack", jni, init, jni, app("go")))
                .containsExactly("callback: 0 native null exact", "<clinit>: 0 class_init null exact")
                .hasSize(2);
    }

    @Test
    void waiting_for_an_initializer_comes_first_and_others_stay_listed() {
        Frame jni = frame("app.Jni", "callback", "()V", 0, NATIVE);
        assertThat(found("Waited for initialization of app.Init by another thread", app("use"), jni))
                .containsExactly("use: 0 class_init_wait null exact", "callback: 0 native null exact");
    }

    @Test
    void a_loader_called_by_the_jvm_holds_under_its_own_name() {
        Frame own = frame("app.Loader", "loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;", 5, 4);
        Frame jdk = frame("java.lang.ClassLoader", "loadClass", LOAD, 3, 1);
        Frame forName = frame("java.lang.Class", "forName0", "()V", 0, 0x10a);
        assertThat(found(CRITICAL_REASON, own, jdk, forName, app("go")))
                .containsExactly("loadClass: 0 class_load null exact");
        assertThat(found(CRITICAL_REASON, own, jdk, app("go"))).containsExactly("loadClass: 0 class_load null likely");
    }

    @Test
    void a_loader_called_by_its_user_does_not_hold() throws Exception {
        List<Frame> frames = Captured.frames(() -> new ClassLoader(null) {
            @Override
            public Class<?> loadClass(String name) {
                Captured.block();
                return String.class;
            }
        }.loadClass("x"));
        assertThat(new CulpritFinder(Captured.OWN).find(pinned("", frames))).isEmpty();
    }

    @Test
    void a_loader_called_by_resolution_holds_for_sure() throws Exception {
        List<Frame> frames = new ArrayList<>(List.of(frame("app.Loader", "loadClass", LOAD, 5, 1)));
        frames.addAll(Captured.frames(() -> {
            new Scenes().nothing();
            return "";
        }));
        assertThat(lines(new CulpritFinder(Captured.OWN).find(pinned(CRITICAL_REASON, frames))))
                .containsExactly("loadClass: 0 class_load null exact");
    }

    @Test
    void a_method_of_that_name_of_another_class_is_no_loader() throws Exception {
        Plugins plugins = new Plugins();
        List<Frame> frames = Captured.frames(
                () -> Stream.of("x").map(plugins::loadClass).findFirst().orElseThrow());
        assertThat(new CulpritFinder(Captured.OWN).find(pinned("", frames))).isEmpty();
    }

    private static final class Plugins {
        Class<?> loadClass(String name) {
            Captured.block();
            return String.class;
        }
    }

    @Test
    void a_loader_that_is_called_through_frames_that_the_stack_lacks_does_not_hold() {
        Frame stream = frame("java.util.stream.ReferencePipeline$3$1", "accept", "(Ljava/lang/Object;)V", 5, 1);
        assertThat(found("", frame("app.Loader", "loadClass", LOAD, 5, 1), stream, app("go")))
                .isEmpty();
    }

    @Test
    void the_way_into_a_loader_is_no_call_back_of_native_code() {
        Frame resolve = frame("java.lang.invoke.MethodHandleNatives", "resolve", "()V", 0, NATIVE);
        assertThat(found(CRITICAL_REASON, frame("app.Loader", "loadClass", LOAD, 5, 1), resolve, app("find")))
                .containsExactly("loadClass: 0 class_load null exact");
    }

    @Test
    void a_loader_whose_caller_has_no_class_file_is_listed_beside_its_own_monitor_before_24() {
        Frame loader = frame("app.Loader", "loadClass", LOAD, 5, 0x21);
        assertThat(found21(loader, app("go")))
                .containsExactly("loadClass: 1 monitor this exact", "loadClass: 0 class_load null likely");
        assertThat(found21(loader, app("useClass")))
                .as("which may have called it by itself")
                .containsExactly("loadClass: 1 monitor this exact", "loadClass: 0 class_load null unknown");
        assertThat(found21(app("find"), loader, app("go"), frame("app.Init", "<clinit>", "()V", 0, 8)))
                .as("what holds it on every JDK is known already")
                .noneMatch(holder -> holder.contains("class_load"));
    }

    private static List<String> found21(Frame... frames) {
        Blocking blocking =
                new Blocking(new Stack(parked(frames), false), BlockingEvent.PINNED, true, null, null, null);
        return lines(new CulpritFinder(ClassBytes.NONE).find(blocking));
    }

    @Test
    void a_real_initializer_is_found_with_its_monitor_on_21() throws Exception {
        List<String> held = Captured.held(() -> {
            synchronized (Scenes.LOCK) {
                return Scenes.Initialized.VALUE;
            }
        });
        assertThat(held).hasSize(2);
        assertThat(held.get(0)).isEqualTo("<clinit>: 0 class_init null exact");
        assertThat(held.get(1)).endsWith("1 monitor static field Scenes.LOCK exact");
    }

    @Test
    void nothing_but_a_critical_section_is_left() {
        assertThat(found(CRITICAL_REASON, app("run"))).containsExactly("run: 0 critical_section null likely");
    }

    @Test
    void monitors_hold_nothing_from_24_on() throws Exception {
        List<Frame> frames = Captured.frames(() -> {
            new Scenes().synchronizedAndBlock();
            return "";
        });
        assertThat(new CulpritFinder(Captured.OWN).find(pinned(NATIVE_REASON, frames)))
                .isEmpty();
    }

    @Test
    void nothing_on_the_stack_gives_nothing() {
        assertThat(Stream.of("", CRITICAL_REASON, NATIVE_REASON)
                        .map(reason -> new CulpritFinder(ClassBytes.NONE).find(pinned(reason, List.of()))))
                .allMatch(List::isEmpty);
    }
}
