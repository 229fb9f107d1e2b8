package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MonitorTransformerTest {
    private static final String MINE = MonitorTransformerTest.class.getName() + "$";
    private static final ClassLoader LOADER = MonitorTransformerTest.class.getClassLoader();

    private final RewriteStats stats = new RewriteStats(false);
    private final Scope scope = new Scope(List.of(ClassPattern.parse(MINE + "Locks")));
    private final Hierarchies hierarchies = new Hierarchies(scope, Set.of());

    static final class Locks {
        synchronized void run() {
            Thread.onSpinWait();
        }
    }

    /** Not matched; locks objects of one that is. */
    static final class Uses {
        void run(Locks locks) {
            synchronized (locks) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void a_matched_class_that_can_not_be_rewritten_by_a_mistake_is_named_and_runs_unchanged() {
        byte[] whole = Rewriting.bytes(Locks.class);
        byte[] broken = Arrays.copyOf(whole, whole.length / 2);
        assertThat(transformed(Locks.class, broken)).isNull();
        UnpinSummary told = stats.summary(List.of(), List.of(), List.of(), 0);
        assertThat(told.refused()).singleElement().asString().startsWith(MINE + "Locks: java.lang.");
        assertThat(told.unsound())
                .singleElement()
                .asString()
                .startsWith(MINE + "Locks: java.lang.")
                .endsWith("; other classes may lock its objects by the lock already");
        assertThat(hierarchies.of(LOADER).isRewritten(internal(Locks.class))).isFalse();
        assertThat(transformed(Uses.class, Rewriting.bytes(Uses.class)))
                .as("those that come after it lock its objects by the monitor, as it does")
                .isNull();
    }

    @Test
    void another_class_that_can_not_be_looked_at_is_unsound_and_the_matched_ones_are_rewritten() {
        byte[] whole = Rewriting.bytes(Uses.class);
        assertThat(transformed(Uses.class, Arrays.copyOf(whole, whole.length / 2)))
                .isNull();
        UnpinSummary told = stats.summary(List.of(), List.of(), List.of(), 0);
        assertThat(told.refused()).isEmpty();
        assertThat(told.unsound()).singleElement().asString().startsWith(MINE + "Uses: java.lang.");
        assertThat(transformed(Locks.class, Rewriting.bytes(Locks.class))).isNotNull();
    }

    /** A loader that is asked for a class file may load classes for that, which the agent looks at in turn. */
    @Test
    void a_loader_may_load_classes_that_ask_the_same_while_it_is_asked_for_a_class_file() {
        List<LoaderHierarchy> here = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        ClassFiles files = name -> {
            asked.add(name);
            if (asked.size() == 1) {
                ask(here.get(0));
            }
            return ClassFiles.of(LOADER).read(name);
        };
        here.add(new LoaderHierarchy(files, scope, new ConcurrentHashMap<>()));
        ask(here.get(0));
        assertThat(asked).startsWith(internal(Locks.class), internal(Locks.class));
        assertThat(here.get(0).isRewritten(internal(Locks.class))).isTrue();
    }

    private static void ask(LoaderHierarchy classes) {
        String name = internal(Locks.class);
        classes.members().field(name, "field");
        assertThat(classes.facts(name)).isNotNull();
        assertThat(classes.objects(name).ours()).isTrue();
    }

    private byte @Nullable [] transformed(Class<?> type, byte[] file) {
        // Our own code base is left out: the domain is another one.
        return new MonitorTransformer(scope, hierarchies, stats, false, UnseenClasses.NONE)
                .transform(null, LOADER, internal(type), null, null, file);
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
