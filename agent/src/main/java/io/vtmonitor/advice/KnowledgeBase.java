package io.vtmonitor.advice;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Advice by culprit and library version. A pin goes only when all its holders do, so advice for the culprit's library
 * names the holders that it leaves.
 */
public final class KnowledgeBase {
    private final Knowledge knowledge = Knowledge.ours();

    /**
     * What to do.
     *
     * @param holders nearest to the block first; may be empty
     * @param reason why the carrier is kept
     * @param monitorsPin true for JDK 21 to 23
     */
    public Advice advise(List<Holder> holders, Reason reason, boolean monitorsPin) {
        for (Holder holder : holders) {
            Knowledge.Entry entry = monitorsPin ? entry(holder) : null;
            if (entry != null) {
                return advice(entry, holder.library(), holders);
            }
        }
        Knowledge.Text text = knowledge.general().get(reason.toString());
        return text == null
                ? new Advice("none", "Nothing is known about this.", "Nothing to advise.", null, Confidence.UNKNOWN)
                : new Advice(reason.toString(), text.summary(), text.action(), null, confidence(holders));
    }

    private Knowledge.@Nullable Entry entry(Holder holder) {
        String className = holder.frame().className();
        for (Knowledge.Entry entry : knowledge.libraries()) {
            if (entry.classes().stream().anyMatch(className::startsWith)) {
                return entry;
            }
        }
        return null;
    }

    private Advice advice(Knowledge.Entry entry, @Nullable Library library, List<Holder> holders) {
        List<String> remaining = holders.stream()
                .filter(holder -> !entry.equals(entry(holder)))
                .map(holder -> holder.frame().method().toString())
                .distinct()
                .toList();
        String version = library == null ? null : library.version();
        StringBuilder action = new StringBuilder();
        if (version != null && Versions.compare(version, entry.fixedIn()) >= 0) {
            action.append("You run ").append(version).append(", which should be free of it: please report this stack.");
        } else {
            action.append(version == null ? "" : "You run " + version + ". ").append(entry.action());
        }
        if (!remaining.isEmpty()) {
            action.append(" That leaves ").append(String.join(", ", remaining)).append(" holding the carrier.");
        }
        return new Advice(entry.id(), entry.summary(), action.toString(), entry.evidence(), entry.confidence());
    }

    private static Confidence confidence(List<Holder> holders) {
        return holders.isEmpty() ? Confidence.UNKNOWN : holders.get(0).confidence();
    }
}
