package io.vtmonitor.report.export;

import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.text.GateText;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The gate as JUnit XML, which all CI systems show. Each condition is a test case, and a condition that was met is a
 * failure.
 */
public final class JUnitReport {
    /** Characters that XML 1.0 can't represent. */
    private static final Pattern UNWRITABLE =
            Pattern.compile("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

    private static final String NAME = "vt-monitor";

    private JUnitReport() {}

    /** The document. */
    public static String write(GateResult gate) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(xml, gate);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text + "\n";
    }

    private static void write(XMLStreamWriter xml, GateResult gate) throws XMLStreamException {
        line(xml, "");
        xml.writeStartElement("testsuites");
        counts(xml, gate);
        line(xml, "  ");
        xml.writeStartElement("testsuite");
        counts(xml, gate);
        xml.writeAttribute("skipped", "0");
        for (Condition condition : gate.conditions()) {
            write(xml, condition);
        }
        if (gate.blind()) {
            writeBlind(xml, gate);
        }
        List<String> notes = GateText.notes(gate);
        if (!notes.isEmpty()) {
            line(xml, "    ");
            xml.writeStartElement("system-out");
            xml.writeCharacters(safe(String.join("\n", notes)));
            xml.writeEndElement();
        }
        line(xml, "  ");
        xml.writeEndElement();
        line(xml, "");
        xml.writeEndElement();
    }

    private static void counts(XMLStreamWriter xml, GateResult gate) throws XMLStreamException {
        long failures = gate.conditions().stream().filter(Condition::tripped).count();
        xml.writeAttribute("name", NAME);
        int errors = gate.blind() ? 1 : 0;
        xml.writeAttribute("tests", Integer.toString(gate.conditions().size() + errors));
        xml.writeAttribute("failures", Long.toString(failures));
        xml.writeAttribute("errors", Integer.toString(errors));
        xml.writeAttribute("time", "0");
    }

    private static void write(XMLStreamWriter xml, Condition condition) throws XMLStreamException {
        line(xml, "    ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", NAME);
        xml.writeAttribute("name", safe(condition.expression()));
        xml.writeAttribute("time", "0");
        line(xml, "      ");
        String sentence = GateText.sentence(condition);
        if (condition.tripped()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("type", "gate");
            xml.writeAttribute("message", safe(sentence));
            xml.writeCharacters(safe(body(sentence, GateText.met(condition))));
        } else {
            xml.writeStartElement("system-out");
            xml.writeCharacters(safe(sentence));
        }
        xml.writeEndElement();
        line(xml, "    ");
        xml.writeEndElement();
    }

    /** A gate that could not see anything must not pass. */
    private static void writeBlind(XMLStreamWriter xml, GateResult gate) throws XMLStreamException {
        line(xml, "    ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", NAME);
        xml.writeAttribute("name", "the gate can see what it evaluates");
        xml.writeAttribute("time", "0");
        line(xml, "      ");
        xml.writeStartElement("error");
        xml.writeAttribute("type", "blind");
        xml.writeAttribute("message", safe(GateText.notes(gate).get(0)));
        xml.writeEndElement();
        line(xml, "    ");
        xml.writeEndElement();
    }

    private static String body(String sentence, List<String> sites) {
        return sites.isEmpty() ? sentence : sentence + "\n" + String.join("\n", sites);
    }

    private static void line(XMLStreamWriter xml, String indent) throws XMLStreamException {
        xml.writeCharacters("\n" + indent);
    }

    private static String safe(String text) {
        return UNWRITABLE.matcher(text).replaceAll("?");
    }
}
