package io.vtmonitor.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types of a chunk made by hand, and the event that describes them. */
final class WrittenTypes {
    private final Map<Integer, String> names = new LinkedHashMap<>();
    private final Map<Integer, List<String[]>> fields = new LinkedHashMap<>();

    /** @param itsFields of each its name, its type, whether it is pooled, and whether it is an array */
    void add(int id, String name, List<String[]> itsFields) {
        names.put(id, name);
        fields.put(id, itsFields);
    }

    WrittenBytes metadata(boolean compressed) {
        List<String> texts = new ArrayList<>(List.of(
                "root", "metadata", "class", "field", "name", "id", "class", "constantPool", "dimension", "true", "1"));
        WrittenBytes tree = new WrittenBytes(compressed);
        Map<String, Integer> numbers = new LinkedHashMap<>();
        tree.integer(0).integer(0).integer(1).integer(1).integer(0).integer(names.size());
        names.forEach((id, name) -> {
            tree.integer(2).integer(2);
            tree.integer(4).integer(number(texts, numbers, name));
            tree.integer(5).integer(number(texts, numbers, "" + id));
            List<String[]> its = fields.getOrDefault(id, List.of());
            tree.integer(its.size());
            for (String[] field : its) {
                boolean pool = !field[2].isEmpty();
                boolean array = !field[3].isEmpty();
                tree.integer(3).integer(2 + (pool ? 1 : 0) + (array ? 1 : 0));
                tree.integer(4).integer(number(texts, numbers, field[0]));
                tree.integer(6).integer(number(texts, numbers, field[1]));
                if (pool) {
                    tree.integer(7).integer(9);
                }
                if (array) {
                    tree.integer(8).integer(10);
                }
                tree.integer(0);
            }
        });
        WrittenBytes content =
                new WrittenBytes(compressed).number(1).number(0).number(1).integer(texts.size());
        texts.forEach(text -> content.text(WrittenChunk.utf8(text)));
        return content.append(tree);
    }

    private static int number(List<String> texts, Map<String, Integer> numbers, String text) {
        return numbers.computeIfAbsent(text, unknown -> {
            texts.add(unknown);
            return texts.size() - 1;
        });
    }
}
