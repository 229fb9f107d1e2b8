package io.vtmonitor.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which this machine may address a port that only it can reach. A foreign page that is open in a local
 * browser can have its own name resolve to a loopback address and so read the answer (DNS rebinding); the browser sends
 * that name.
 */
final class LocalNames {
    private static final String V4 = "127(\\.\\d{1,3}){3}";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost\\.?|" + V4 + "|\\[(::1|0:0:0:0:0:0:0:1|::ffff:" + V4 + ")]");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final String own;

    /** @param own another one: what the user has the port opened by */
    LocalNames(String own) {
        this.own = own.toLowerCase(Locale.ROOT);
    }

    /**
     * Whether it is one of them.
     *
     * @param host a {@code Host} header, with or without a port; empty where there is none, which no browser leaves out
     */
    boolean contain(String host) {
        String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
        return host.isEmpty() || name.equals(own) || LOOPBACK.matcher(name).matches();
    }
}
