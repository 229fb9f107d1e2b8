package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolderTextTest {
    private static String cure(String wantedBy) {
        WaitSite site = new WaitSite(
                WaitOperation.LOCK,
                null,
                null,
                "com.acme.Cache.load",
                null,
                null,
                List.of("java.lang.VirtualThread.park:700", wantedBy, "com.acme.Cache.load:88"));
        return HolderText.cure(null, site, "lock");
    }

    @Test
    void a_monitor_that_unpin_made_a_lock_is_the_applications_and_not_the_jdks() {
        assertThat(cure("java.lang.VtMonitorSlicedLock.enterInSlices:80"))
                .startsWith("Do what is slow before the lock");
        assertThat(cure("java.io.PrintStream.println:80")).startsWith("The lock belongs to the JDK's own code");
    }
}
