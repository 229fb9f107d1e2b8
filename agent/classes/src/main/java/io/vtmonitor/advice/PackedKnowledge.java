package io.vtmonitor.advice;

import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Releases;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The knowledge base as the jar carries it alongside {@code advice.json}: the same, read without a JSON parser. */
public final class PackedKnowledge {
    static final String NAME = "advice.bin";

    private PackedKnowledge() {}

    /**
     * Packs {@code advice.json}; called by the build.
     *
     * @param arguments the folder of the compiled classes
     */
    public static void main(String[] arguments) throws IOException {
        Path packed = Path.of(arguments[0]).resolve("io/vtmonitor/advice").resolve(NAME);
        try (OutputStream out = Files.newOutputStream(packed)) {
            write(Knowledge.written(), out);
        }
    }

    static void write(Knowledge knowledge, OutputStream to) throws IOException {
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(knowledge.entries().size());
        for (Entry entry : knowledge.entries()) {
            write(entry, out);
        }
        out.writeInt(knowledge.jdkBugs().size());
        for (JdkBug bug : knowledge.jdkBugs()) {
            write(bug, out);
        }
        out.writeInt(knowledge.general().size());
        for (Map.Entry<String, Knowledge.Text> text : new TreeMap<>(knowledge.general()).entrySet()) {
            out.writeUTF(text.getKey());
            out.writeUTF(text.getValue().summary());
            out.writeUTF(text.getValue().action());
        }
        out.flush();
    }

    static Knowledge read(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        List<Entry> entries = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            entries.add(entry(in));
        }
        List<JdkBug> bugs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            bugs.add(bug(in));
        }
        Map<String, Knowledge.Text> general = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            general.put(in.readUTF(), new Knowledge.Text(in.readUTF(), in.readUTF()));
        }
        return new Knowledge(entries, bugs, general);
    }

    private static void write(Entry entry, DataOutputStream out) throws IOException {
        out.writeUTF(entry.id());
        write(entry.artifacts(), out);
        write(entry.match().holders(), out);
        write(entry.match().calledBy(), out);
        out.writeUTF(entry.match().kind().name());
        out.writeBoolean(entry.match().everyJdk());
        out.writeInt(entry.releases().fixed().size());
        for (Releases.Fix fix : entry.releases().fixed()) {
            write(fix.branch(), out);
            out.writeUTF(fix.in());
        }
        write(entry.releases().regressed(), out);
        Releases.Checked checked = entry.releases().checked();
        out.writeBoolean(checked != null);
        if (checked != null) {
            out.writeUTF(checked.before());
            out.writeInt(checked.found());
            out.writeUTF(checked.after());
            out.writeInt(checked.left());
            out.writeUTF(checked.on());
        }
        out.writeBoolean(entry.releases().guess());
        Entry.Remedy remedy = entry.remedy();
        out.writeUTF(remedy.summary());
        out.writeUTF(remedy.action());
        write(remedy.workaround(), out);
        write(remedy.step(), out);
        write(entry.unpin().patterns(), out);
        write(entry.unpin().versions(), out);
        out.writeUTF(entry.evidence());
        out.writeUTF(entry.confidence().name());
    }

    private static Entry entry(DataInputStream in) throws IOException {
        return new Entry(
                in.readUTF(),
                texts(in),
                new Entry.Match(texts(in), texts(in), AdviceKind.valueOf(in.readUTF()), in.readBoolean()),
                new Releases(fixes(in), texts(in), checked(in), in.readBoolean()),
                new Entry.Remedy(in.readUTF(), in.readUTF(), text(in), step(in)),
                new Entry.UnpinProof(texts(in), texts(in)),
                in.readUTF(),
                Confidence.valueOf(in.readUTF()));
    }

    private static Releases.@Nullable Checked checked(DataInputStream in) throws IOException {
        return in.readBoolean()
                ? new Releases.Checked(in.readUTF(), in.readInt(), in.readUTF(), in.readInt(), in.readUTF())
                : null;
    }

    /** The words of {@code advice.json}. */
    private static void write(@Nullable Cure step, DataOutputStream out) throws IOException {
        write(step == null ? null : step.kind().name(), out);
        write(step != null && step.what() instanceof Change.Worded worded ? worded.text() : null, out);
    }

    private static @Nullable Cure step(DataInputStream in) throws IOException {
        String kind = text(in);
        String what = text(in);
        return kind == null || what == null ? null : new Cure(Cure.Kind.valueOf(kind), new Change.Worded(what), false);
    }

    private static void write(JdkBug bug, DataOutputStream out) throws IOException {
        out.writeUTF(bug.id());
        out.writeUTF(bug.summary());
        out.writeInt(bug.ranges().size());
        for (JdkBug.Range range : bug.ranges()) {
            out.writeInt(range.release());
            write(range.vendor(), out);
            out.writeUTF(range.affectedTo());
            write(range.fixed(), out);
        }
        out.writeUTF(bug.evidence());
    }

    private static JdkBug bug(DataInputStream in) throws IOException {
        String id = in.readUTF();
        String summary = in.readUTF();
        List<JdkBug.Range> ranges = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            ranges.add(new JdkBug.Range(in.readInt(), text(in), in.readUTF(), text(in)));
        }
        return new JdkBug(id, summary, ranges, in.readUTF());
    }

    private static List<Releases.Fix> fixes(DataInputStream in) throws IOException {
        List<Releases.Fix> fixes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            fixes.add(new Releases.Fix(text(in), in.readUTF()));
        }
        return fixes;
    }

    private static void write(List<String> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            out.writeUTF(text);
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(in.readUTF());
        }
        return texts;
    }

    private static void write(@Nullable String text, DataOutputStream out) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }
}
