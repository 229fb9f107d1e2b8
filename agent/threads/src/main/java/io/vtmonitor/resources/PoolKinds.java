package io.vtmonitor.resources;

import io.vtmonitor.resources.PoolKind.Action;
import io.vtmonitor.resources.PoolKind.Place;
import io.vtmonitor.resources.PoolKind.Use;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of pools that are known: the resource {@code resources.txt}. */
final class PoolKinds {
    private static final String RESOURCE = "resources.txt";
    private static final int MOST_PARTS = 7;

    private final List<PoolKind> kinds;
    private final Map<String, List<PoolKind>> byClass = new HashMap<>();

    private PoolKinds(List<PoolKind> kinds) {
        this.kinds = List.copyOf(kinds);
        for (PoolKind kind : kinds) {
            for (Place place : kind.places()) {
                List<PoolKind> same = byClass.computeIfAbsent(place.className(), name -> new ArrayList<>());
                if (!same.contains(kind)) {
                    same.add(kind);
                }
            }
        }
    }

    /** @throws IOException where our jar can't be read, or what it has is no such table */
    static PoolKinds load() throws IOException {
        try (InputStream in = PoolKinds.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(RESOURCE + " is not in the jar");
            }
            return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        }
    }

    private static PoolKinds read(BufferedReader lines) throws IOException {
        List<PoolKind> kinds = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = new String[MOST_PARTS];
            String[] given = line.split("\\|", -1);
            for (int i = 0; i < MOST_PARTS; i++) {
                parts[i] = i < given.length ? given[i].strip() : "";
            }
            if (parts[0].equals("pool")) {
                kinds.add(pool(kinds.size(), parts));
            } else if (kinds.isEmpty() || given.length < 5) {
                throw new IOException("not a line of resources: " + line);
            } else if (parts[0].equals("named")) {
                kinds.get(kinds.size() - 1).uses().add(new Use(parts[1], parts[2], parts[3], parts[4]));
            } else {
                kinds.get(kinds.size() - 1).places().add(place(parts));
            }
        }
        return new PoolKinds(kinds);
    }

    private static PoolKind pool(int index, String[] parts) {
        boolean idle = parts[6].startsWith("idle ");
        String count = parts[6].isEmpty() ? null : parts[6].substring(parts[6].indexOf(' ') + 1);
        return new PoolKind(
                index,
                parts[1],
                parts[2],
                given(parts[3]),
                given(parts[4]),
                given(parts[5]),
                count,
                idle,
                new ArrayList<>(),
                new ArrayList<>());
    }

    private static Place place(String[] parts) {
        int parenthesis = parts[2].indexOf('(');
        boolean isNumber = parts[4].matches("[0-9]+");
        return new Place(
                Action.valueOf(parts[0].replace("?", "").toUpperCase(Locale.ROOT)),
                !parts[0].endsWith("?"),
                parts[1].replace('.', '/'),
                parts[2].substring(0, parenthesis),
                parts[2].substring(parenthesis),
                given(parts[3]),
                isNumber ? Integer.parseInt(parts[4]) : -1,
                isNumber ? null : given(parts[4]));
    }

    private static @Nullable String given(String text) {
        return text.isEmpty() ? null : text;
    }

    /** All of them, each at its index. */
    List<PoolKind> all() {
        return kinds;
    }

    /** Those for which something is woven into a class; none for nearly all classes. */
    List<PoolKind> of(String internalName) {
        return byClass.getOrDefault(internalName, List.of());
    }
}
