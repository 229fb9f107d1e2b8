package io.vtmonitor.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which this machine may address a port that only it can reach. Otherwise, a web page in a local browser
 * could resolve its own name to a loopback address and read the answers (DNS rebinding). The browser sends that name.
 */
final class LocalNames {
    private static final String V4 = "127(\\.\\d{1,3}){3}";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost\\.?|" + V4 + "|\\[(::1|0:0:0:0:0:0:0:1|::ffff:" + V4 + ")]");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final String own;

    /** @param own another name: the one with which the user has opened the port */
    LocalNames(String own) {
        this.own = own.toLowerCase(Locale.ROOT);
    }

    /**
     * Whether this is one of the names.
     *
     * @param host a header {@code Host}, with or without a port. Empty if the request has none, which does not happen
     *     with browsers; then it is allowed
     */
    boolean contain(String host) {
        String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
        return host.isEmpty() || name.equals(own) || LOOPBACK.matcher(name).matches();
    }
}
