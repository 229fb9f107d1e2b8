package io.vtmonitor.unpin.flow;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which {@code monitorenter}s each {@code monitorexit} of a method may belong to, all by instruction index. */
public final class MethodLocks {
    public final Map<Integer, Set<Integer>> exits = new HashMap<>();
}
