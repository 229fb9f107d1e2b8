package io.vtmonitor.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of a CSV text (RFC 4180) by the names in its first row. */
final class CsvRows {
    private CsvRows() {}

    static List<Map<String, String>> of(String text) {
        List<List<String>> rows = rows(text);
        List<Map<String, String>> named = new ArrayList<>();
        for (List<String> row : rows.subList(Math.min(1, rows.size()), rows.size())) {
            Map<String, String> cells = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(row.size(), rows.get(0).size()); i++) {
                cells.put(rows.get(0).get(i), row.get(i));
            }
            named.add(cells);
        }
        return named;
    }

    private static List<List<String>> rows(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean doubled = quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
            if (doubled) {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                row.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                cell.append(c);
            }
        }
        return rows;
    }
}
