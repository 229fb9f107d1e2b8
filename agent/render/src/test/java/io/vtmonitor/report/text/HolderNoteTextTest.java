package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HolderNoteTextTest {
    @ParameterizedTest
    @EnumSource(Why.class)
    void each_reason_has_words(Why why) {
        assertThat(HolderNoteText.of(new HolderNote(why, 1, "words")))
                .isNotBlank()
                .doesNotEndWith(".");
    }

    @Test
    void permits_and_readers_are_counted() {
        assertThat(HolderNoteText.of(HolderNote.of(Why.SEMAPHORE, 0))).endsWith("; none is available");
        assertThat(HolderNoteText.of(HolderNote.of(Why.SEMAPHORE, 1))).endsWith("; 1 is available");
        assertThat(HolderNoteText.of(HolderNote.of(Why.SEMAPHORE, 2))).endsWith("; 2 are available");
        assertThat(HolderNoteText.of(HolderNote.readers(1, null)))
                .isEqualTo("read locks are taken once; the lock doesn't record by which threads");
        assertThat(HolderNoteText.of(HolderNote.readers(3, "virtual thread #21")))
                .isEqualTo("read locks are taken 3 times, first by virtual thread #21; the lock doesn't record the"
                        + " other readers");
    }

    @Test
    void an_owner_that_is_not_listed_is_named() {
        assertThat(HolderNoteText.of(HolderNote.of(Why.NOT_IN_DUMP, 31)))
                .isEqualTo("its owner, thread #31, is not in the dump: it has ended, or it started while the dump was"
                        + " taken");
        assertThat(HolderNoteText.of(HolderNote.of(Why.AMONG_UNLISTED, 31)))
                .isEqualTo("its owner, thread #31, is not among the threads that the dump lists; others are missing,"
                        + " too");
    }
}
