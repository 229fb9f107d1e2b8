package io.vtmonitor.pins;

import io.vtmonitor.model.FileIo;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Turns file events of virtual threads into {@link FileIo}; those of platform threads occupy no carrier. */
final class FileIoTranslator {
    private final RecordedStacks stacks;
    private final boolean compensated;
    private final Consumer<? super FileIo> next;

    /**
     * @param stacks reads frames
     * @param compensated whether this JDK asks for a spare carrier during file I/O: 21 to 23; later ones for a force
     *     alone (and for files opened to write through, which no event says)
     * @param next takes what was found
     */
    FileIoTranslator(RecordedStacks stacks, boolean compensated, Consumer<? super FileIo> next) {
        this.stacks = stacks;
        this.compensated = compensated;
        this.next = next;
    }

    void read(RecordedEvent event) {
        translate(event, "file_read", compensated);
    }

    void write(RecordedEvent event) {
        translate(event, "file_write", compensated);
    }

    void force(RecordedEvent event) {
        translate(event, "file_force", true);
    }

    private void translate(RecordedEvent event, String operation, boolean spare) {
        if (RecordedEvents.isVirtual(event)) {
            next.accept(new FileIo(
                    stacks.read(event.getStackTrace()),
                    operation,
                    RecordedEvents.startNanos(event),
                    RecordedEvents.durationNanos(event),
                    spare));
        }
    }
}
