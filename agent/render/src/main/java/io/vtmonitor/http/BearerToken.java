package io.vtmonitor.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** The token that requests must have (RFC 6750). It is compared in constant time and never printed. */
public final class BearerToken {
    private static final Pattern ACCEPTED = Pattern.compile("[\\x21-\\x7e]{16,4096}");
    private static final String SCHEME = "Bearer ";

    private final byte[] token;

    private BearerToken(byte[] token) {
        this.token = token;
    }

    /**
     * Takes a word of 16 to 4096 printable ASCII characters.
     *
     * @throws IllegalArgumentException if it is something else; the message does not repeat it
     */
    public static BearerToken of(String word) {
        if (!ACCEPTED.matcher(word).matches()) {
            throw new IllegalArgumentException("not a word of 16 to 4096 printable ASCII characters");
        }
        return new BearerToken(word.getBytes(StandardCharsets.US_ASCII));
    }

    /** Whether this value of the header {@code Authorization} has the token. */
    boolean isBorneBy(String authorization) {
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        String borne = authorization.substring(SCHEME.length()).strip();
        return MessageDigest.isEqual(token, borne.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String toString() {
        return "a token";
    }
}
