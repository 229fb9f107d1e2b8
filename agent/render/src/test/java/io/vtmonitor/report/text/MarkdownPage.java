package io.vtmonitor.report.text;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** A page of Markdown as a parser sees it. */
final class MarkdownPage {
    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create(), AutolinkExtension.create()))
            .build();

    private MarkdownPage() {}

    static Node parsed(String markdown) {
        return PARSER.parse(markdown);
    }

    /** All but the words within them, in the order of the page. */
    static List<String> blocks(Node node) {
        List<String> blocks = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            boolean inline = child instanceof Text || child instanceof Code || child instanceof HtmlInline;
            if (!inline) {
                blocks.add(child.getClass().getSimpleName());
                blocks.addAll(blocks(child));
            }
        }
        return blocks;
    }

    /** What is shown as anything but words, and words in which GitHub finds links and mentions. */
    static List<String> problems(Node node) {
        List<String> problems = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            if (child instanceof Text text
                    && text.getLiteral().matches("(?s).*(?:[@#<>&*_~`\\[\\]]|://|www\\.|\\bGH-\\d).*")) {
                problems.add("text " + text.getLiteral());
            } else if (child instanceof HtmlInline html && !html.getLiteral().matches("</?code>")) {
                problems.add("HTML " + html.getLiteral());
            } else if (child instanceof StrongEmphasis && !shown(child).equals("met")) {
                problems.add("emphasis");
            } else if (child instanceof Link || child instanceof Image) {
                problems.add("a link");
            }
            problems.addAll(problems(child));
        }
        return problems;
    }

    static String shown(Node node) {
        StringBuilder shown = new StringBuilder();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            shown.append(
                    child instanceof Text text
                            ? text.getLiteral()
                            : child instanceof Code code ? code.getLiteral() : shown(child));
        }
        return shown.toString();
    }

    static List<String> codes(Node node) {
        List<String> codes = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            if (child instanceof Code code) {
                codes.add(code.getLiteral());
            }
            codes.addAll(codes(child));
        }
        return codes;
    }

    /** How many cells each row of each table has. */
    static List<Integer> cells(Node node) {
        List<Integer> cells = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            if (child instanceof TableRow row) {
                int count = 0;
                for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
                    count += cell instanceof TableCell ? 1 : 0;
                }
                cells.add(count);
            }
            cells.addAll(cells(child));
        }
        return cells;
    }
}
