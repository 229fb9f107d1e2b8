package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Reason;
import io.vtmonitor.scan.Assessment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scan needs of the knowledge base.
 *
 * @param knowledge the knowledge base
 */
public record ScanKnowledge(KnowledgeBase knowledge) implements Assessment.Knowledge {
    @Override
    public Advice advise(Blocking blocking, List<Holder> holders, Reason reason, boolean application) {
        return knowledge.advise(blocking, holders, reason, application);
    }

    @Override
    public @Nullable Boolean affects(Holder holder, Blocking blocking) {
        return knowledge.affects(holder, blocking);
    }

    @Override
    public boolean names(Holder holder, Blocking blocking) {
        return knowledge.names(holder, blocking);
    }
}
