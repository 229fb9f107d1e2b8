package io.vtmonitor.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table for a terminal and for Markdown. */
record TextTable(List<String> columns, List<List<String>> rows) {
    /** Columns as wide as their widest cell, the first to the left and the others to the right. */
    String aligned() {
        var lines = new ArrayList<List<String>>();
        lines.add(columns);
        lines.addAll(rows);
        return lines.stream().map(this::aligned).collect(Collectors.joining("\n"));
    }

    String markdown() {
        var out = new StringBuilder();
        out.append(line(columns));
        out.append("| --- ".repeat(columns.size())).append("|\n");
        rows.forEach(row -> out.append(line(row)));
        return out.toString();
    }

    private String aligned(List<String> cells) {
        var out = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            int column = i;
            int width = rows.stream()
                    .mapToInt(row -> row.get(column).length())
                    .reduce(columns.get(column).length(), Math::max);
            out.append(String.format(Locale.ROOT, i == 0 ? "%-" + width + "s" : "  %" + width + "s", cells.get(i)));
        }
        return out.toString().stripTrailing();
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> escaped(cell).replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** What Markdown would take for emphasis or a tag is text: {@code com.mysql.cj.**}, {@code <clinit>}. */
    static String escaped(String text) {
        return text.replace("*", "\\*").replace("<", "&lt;");
    }
}
