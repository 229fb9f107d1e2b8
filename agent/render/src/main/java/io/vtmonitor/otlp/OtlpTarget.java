package io.vtmonitor.otlp;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where to send, and with which headers and attributes. The values of headers are secrets: nothing prints them.
 *
 * @param host name or address, IPv6 without brackets
 * @param port 1 to 65535
 * @param tls whether to use TLS
 * @param path what comes before {@code /v1/metrics}: empty, or starting with a slash
 * @param headers the headers of all requests, by name
 * @param attributes of the resource
 * @param faults parts of the environment variables that are left out because they could not be parsed, a sentence each,
 *     without values
 */
public record OtlpTarget(
        String host,
        int port,
        boolean tls,
        String path,
        Map<String, String> headers,
        Map<String, String> attributes,
        List<String> faults) {
    private static final int PORT_OF_HTTP = 80;
    private static final int PORT_OF_TLS = 443;
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String ATTRIBUTES = "OTEL_RESOURCE_ATTRIBUTES";
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** Host and port. {@code URI} finds none if the name has an underscore, as names of containers may. */
    private static final Pattern AUTHORITY = Pattern.compile("([A-Za-z0-9._-]+)(?::(\\d{1,5}))?");

    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]*");

    public OtlpTarget {
        headers = Map.copyOf(headers);
        attributes = Map.copyOf(attributes);
        faults = List.copyOf(faults);
    }

    /** The values of OpenTelemetry's environment variables that are used. */
    public record Environment(
            @Nullable String headers,
            @Nullable String attributes,
            @Nullable String serviceName) {}

    /**
     * Parses the address.
     *
     * @param address such as {@code http://collector:4318}
     * @return null if it is not usable: its scheme is not HTTP or HTTPS, it lacks a host, or it has a user, a query, or
     *     a fragment
     */
    public static @Nullable OtlpTarget of(String address, Environment environment) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException ignored) {
            return null;
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        int given = uri.getPort();
        Matcher authority = AUTHORITY.matcher(uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
        if (host == null && authority.matches()) {
            host = authority.group(1);
            given = authority.group(2) == null ? -1 : Integer.parseInt(authority.group(2));
        }
        boolean tls = scheme.equals("https");
        if ((!tls && !scheme.equals("http"))
                || host == null
                || given == 0
                || given > 0xffff
                || uri.getRawUserInfo() != null
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null) {
            return null;
        }
        List<String> faults = new ArrayList<>();
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("service.name", "unknown_service:java");
        attributes.putAll(pairs(environment.attributes(), ATTRIBUTES, false, faults));
        if (environment.serviceName() != null && !environment.serviceName().isEmpty()) {
            attributes.put("service.name", environment.serviceName());
        }
        int port = given > 0 ? given : tls ? PORT_OF_TLS : PORT_OF_HTTP;
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        Map<String, String> headers = pairs(environment.headers(), HEADERS, true, faults);
        return new OtlpTarget(plain, port, tls, path, headers, attributes, faults);
    }

    /** Pairs of the form {@code a=1,b=2} with percent-encoded values (W3C Baggage). */
    private static Map<String, String> pairs(
            @Nullable String text, String variable, boolean header, List<String> faults) {
        Map<String, String> pairs = new LinkedHashMap<>();
        int number = 0;
        for (String pair : text == null || text.isBlank() ? new String[0] : text.split(",", -1)) {
            number++;
            int equals = pair.indexOf('=');
            String name = equals < 1 ? "" : pair.substring(0, equals).strip();
            String value = decoded(pair.substring(equals + 1).strip());
            boolean understood = !name.isEmpty()
                    && value != null
                    && (!header
                            || (HEADER_NAME.matcher(name).matches()
                                    && PRINTABLE.matcher(value).matches()));
            if (understood && value != null) {
                pairs.put(name, value);
            } else if (!pair.isBlank()) {
                faults.add(variable + ": entry " + number + " is not of the form name=value and is left out");
            }
        }
        return pairs;
    }

    private static @Nullable String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                bytes.write(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException ignored) {
            return null;
        }
    }

    /** A copy with one more attribute, unless it already has one of this name. */
    public OtlpTarget with(String attribute, String value) {
        Map<String, String> more = new LinkedHashMap<>(attributes);
        more.putIfAbsent(attribute, value);
        return new OtlpTarget(host, port, tls, path, headers, more, faults);
    }

    /** Host and port, as in a request. */
    String authority() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /** Only the address. */
    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + authority() + path;
    }
}
