package io.vtmonitor.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The head of a request: as much of HTTP/1.1 (RFC 9112) as is needed to answer GET and HEAD. It is read into one buffer
 * of fixed size. A body is never read.
 *
 * @param method as sent
 * @param path the target up to {@code ?}, not decoded
 * @param host the header {@code Host}; empty if there is none
 * @param accept the headers {@code Accept}, joined; empty if there are none
 * @param authorization the header {@code Authorization}; empty if there is none
 */
record RequestHead(String method, String path, String host, String accept, String authorization) {
    static final int MAX_BYTES = 8 * 1024;

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern TARGET = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern SCHEME_AND_HOST = Pattern.compile("^https?://[^/?#]*", Pattern.CASE_INSENSITIVE);

    /** Reads up to the empty line. What follows is not read, or dropped. */
    static RequestHead read(InputStream in) throws IOException, Refused {
        byte[] buffer = new byte[MAX_BYTES];
        int length = 0;
        while (true) {
            int read = in.read(buffer, length, buffer.length - length);
            if (read < 0) {
                throw new Refused(400, "The request ended before its head did.");
            }
            // A line end may be split between two reads, so the search starts three bytes before the new ones.
            int end = endOfHead(buffer, Math.max(0, length - 3), length + read);
            length += read;
            if (end >= 0) {
                int withoutReturn = end > 0 && buffer[end - 1] == '\r' ? end - 1 : end;
                return parse(new String(buffer, 0, withoutReturn, StandardCharsets.ISO_8859_1));
            }
            if (length == buffer.length) {
                throw indexOf(buffer, (byte) '\n') < 0
                        ? new Refused(414, "The request line is longer than " + MAX_BYTES + " bytes.")
                        : new Refused(431, "The request head is longer than " + MAX_BYTES + " bytes.");
            }
        }
    }

    private static int endOfHead(byte[] buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n' && i + 1 < to) {
                if (buffer[i + 1] == '\n') {
                    return i;
                }
                if (buffer[i + 1] == '\r' && i + 2 < to && buffer[i + 2] == '\n') {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int indexOf(byte[] buffer, byte wanted) {
        for (int i = 0; i < buffer.length; i++) {
            if (buffer[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static RequestHead parse(String head) throws Refused {
        List<String> lines = Arrays.asList(head.split("\r?\n", -1));
        List<String> words = Arrays.asList(lines.get(0).split(" ", -1));
        if (words.size() != 3
                || !TOKEN.matcher(words.get(0)).matches()
                || !TARGET.matcher(words.get(1)).matches()) {
            throw new Refused(400, "The request line is not: method, target, version.");
        }
        String version = words.get(2);
        if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
            throw version.startsWith("HTTP/")
                    ? new Refused(505, "Supported: HTTP/1.1 and HTTP/1.0.")
                    : new Refused(400, "The request line is not: method, target, version.");
        }
        Map<String, List<String>> headers = headers(lines.subList(1, lines.size()));
        List<String> hosts = headers.getOrDefault("host", List.of());
        if (hosts.size() > 1 || (hosts.isEmpty() && version.equals("HTTP/1.1"))) {
            throw new Refused(400, "Exactly one Host header is needed.");
        }
        List<String> authorizations = headers.getOrDefault("authorization", List.of());
        if (authorizations.size() > 1) {
            throw new Refused(400, "At most one Authorization header is accepted.");
        }
        return new RequestHead(
                words.get(0),
                path(words.get(1)),
                String.join("", hosts),
                String.join(",", headers.getOrDefault("accept", List.of())),
                String.join("", authorizations));
    }

    private static Map<String, List<String>> headers(List<String> lines) throws Refused {
        Map<String, List<String>> headers = new HashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon <= 0 || !TOKEN.matcher(line.substring(0, colon)).matches()) {
                throw new Refused(400, "A header line is not: name, colon, value.");
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static String path(String target) throws Refused {
        String local = SCHEME_AND_HOST.matcher(target).replaceFirst("");
        if (local.isEmpty() && !target.isEmpty()) {
            return "/";
        }
        if (!local.startsWith("/")) {
            throw new Refused(400, "The request target is not a path.");
        }
        int query = local.indexOf('?');
        return query < 0 ? local : local.substring(0, query);
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return method + " " + path;
    }

    /** The request gets no page. This has the answer that it gets. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Response response;

        Refused(int status, String sentence) {
            super(sentence, null, false, false);
            this.response = Response.refusal(status, sentence);
        }

        Response response() {
            return response;
        }
    }
}
