package io.vtmonitor.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Orders release numbers: by their numbers, then previews before their release ({@code 5.0.0-alpha.12},
 * {@code 11.0.0-M10}, {@code 6.6.0.BETA3}), then previews by theirs. Words that name no preview, such as {@code jre11},
 * {@code RELEASE} or {@code Final}, count for nothing.
 */
final class Versions {
    private static final int MOST_DIGITS = 9;

    /** A class of its own: regular expressions take long to load, and the versions of JDKs have no previews. */
    private static final class Preview {
        static final Map<String, Integer> RANKS = Map.of(
                "alpha", -5, "beta", -4, "milestone", -3, "m", -3, "preview", -2, "cr", -1, "rc", -1, "snapshot", -1);
        static final Pattern WORD = Pattern.compile("[.\\-_]?([a-z]+)[.\\-_]?(\\d{1,9})?");
    }

    private Versions() {}

    static int compare(String one, String other) {
        int difference = compare(numbers(one), numbers(other));
        return difference != 0 ? difference : compare(preview(one), preview(other));
    }

    /** True if there is a number to compare by. */
    static boolean isVersion(String text) {
        return releaseEnd(text) > 0;
    }

    /** The release that a version is, or is a preview of: {@code 5.3} for {@code 5.3-alpha1}. */
    static String release(String version) {
        int end = releaseEnd(version);
        return end > 0 ? version.substring(0, end) : version;
    }

    /** True for {@code 10.1.5} and the branch {@code 10.1}. */
    static boolean isOn(String version, String branch) {
        List<Integer> numbers = numbers(version);
        List<Integer> start = numbers(branch);
        return numbers.size() >= start.size()
                && numbers.subList(0, start.size()).equals(start);
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            int difference = Integer.compare(at(a, i), at(b, i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static int at(List<Integer> numbers, int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    /** Where the numbers with dots between them end; 0 if the text begins with none. */
    private static int releaseEnd(String version) {
        int end = 0;
        int at = 0;
        while (true) {
            int digits = at;
            while (at < version.length() && at - digits < MOST_DIGITS && isDigit(version.charAt(at))) {
                at++;
            }
            if (at == digits) {
                return end;
            }
            end = at;
            if (at == version.length() || version.charAt(at) != '.') {
                return end;
            }
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        int end = releaseEnd(version);
        for (int from = 0; from < end; ) {
            int dot = version.indexOf('.', from);
            int to = dot < 0 || dot > end ? end : dot;
            numbers.add(Integer.valueOf(version.substring(from, to)));
            from = to + 1;
        }
        return numbers;
    }

    private static List<Integer> preview(String version) {
        String rest = version.substring(releaseEnd(version));
        if (rest.isEmpty()) {
            return List.of(0, 0);
        }
        Matcher words = Preview.WORD.matcher(rest.toLowerCase(Locale.ROOT));
        while (words.find()) {
            Integer rank = Preview.RANKS.get(words.group(1));
            if (rank != null) {
                return List.of(rank, words.group(2) == null ? 0 : Integer.parseInt(words.group(2)));
            }
        }
        return List.of(0, 0);
    }
}
