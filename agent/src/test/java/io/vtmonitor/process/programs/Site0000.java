package io.vtmonitor.process.programs;

/** What {@link ManySites} defines under many names. */
final class Site0000 {
    static {
        ManySites.block();
    }

    private Site0000() {}
}
