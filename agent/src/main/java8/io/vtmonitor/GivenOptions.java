package io.vtmonitor;

/** Whether an option may be set, which is needed before options are read. It can be set in several places. */
final class GivenOptions {
    private GivenOptions() {}

    /** Whether it may be set. Always true with a file of options, which may contain any option. */
    static boolean mayName(String options, String key, String variable) {
        String[] places = {
            options,
            System.getProperty("vtmonitor." + key) == null ? null : key,
            System.getenv("VTMONITOR_" + variable) == null ? null : key,
            System.getProperty("vtmonitor.config") == null ? null : "config",
            System.getenv("VTMONITOR_CONFIG") == null ? null : "config"
        };
        for (String place : places) {
            if (place != null && (place.contains(key) || place.contains("config"))) {
                return true;
            }
        }
        return false;
    }
}
