package io.vtmonitor.holders;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlinx.coroutines.internal.ThreadSafeHeap;
import kotlinx.coroutines.internal.ThreadSafeHeapNode;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.LazyList;
import scala.collection.immutable.LazyList$;

/** Class files that kotlinc and scalac made: what they lock is named like javac's. */
class OtherCompilersTest {
    @Test
    void kotlin_s_lazy_locks_its_lock() throws Exception {
        Lazy<String> lazy = LazyKt.lazy(() -> {
            Captured.block();
            return "";
        });
        assertThat(Captured.held(lazy::getValue)).containsExactly("getValue: 1 monitor field lock exact");
    }

    /** {@code synchronized(this) {}} inlined by kotlinc. */
    @Test
    void kotlin_s_inlined_synchronized_is_a_monitor_of_the_method_it_is_in() throws Exception {
        ThreadSafeHeap<Node> heap = new ThreadSafeHeap<>();
        assertThat(Captured.held(() -> heap.addLastIf(new Node(), first -> {
                    Captured.block();
                    return true;
                })))
                .containsExactly("addLastIf: 1 monitor this exact");
    }

    @Test
    void scala_s_lazy_val_locks_this() throws Exception {
        LazyList<String> list = LazyList$.MODULE$.continually(() -> {
            Captured.block();
            return "";
        });
        assertThat(Captured.held(list::head))
                .singleElement()
                .asString()
                .endsWith("state$lzycompute: 1 monitor this exact");
    }

    private static final class Node implements Comparable<Node>, ThreadSafeHeapNode {
        private ThreadSafeHeap<?> heap;
        private int index;

        @Override
        public ThreadSafeHeap<?> getHeap() {
            return heap;
        }

        @Override
        public void setHeap(ThreadSafeHeap<?> heap) {
            this.heap = heap;
        }

        @Override
        public int getIndex() {
            return index;
        }

        @Override
        public void setIndex(int index) {
            this.index = index;
        }

        @Override
        public int compareTo(Node other) {
            return 0;
        }
    }
}
