package io.vtmonitor.requests;

import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Pin;
import io.vtmonitor.report.figures.Requests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests by route, and what their threads lost: a pin or a look belongs to the request that its thread served then,
 * of nested ones to the innermost. A pin may come before its request has ended, or after. Bounded, thread-safe; the end
 * of a request takes no lock, as it may be on a virtual thread of JDK 21.
 */
public final class RequestTally implements ObjLongConsumer<String>, DiagnosedPinSink {
    /** For a request that did not stay on one thread. */
    public static final long MOVED = -1;

    /** Pins and looks that wait for the end of their request. */
    private static final int MOST_OPEN = 1 << 14;

    private static final int LONGEST_NAME = 200;

    /** Requests come in the order in which they end, give or take a thread without a processor. */
    private static final long SLACK_MILLIS = 2_000;

    private final Map<String, RouteTally> routes = new ConcurrentHashMap<>();
    private final AtomicInteger admitted = new AtomicInteger();
    private final RouteTally other = new RouteTally(Requests.OTHER);
    private final EndedRequests ended = new EndedRequests();
    private final ReentrantLock lock = new ReentrantLock();

    /** Tried against all requests up to {@link #tried}. */
    private final Deque<RequestDelay> open = new ArrayDeque<>();

    /** Not tried yet. */
    private final List<RequestDelay> fresh = new ArrayList<>();

    private final RouteTally outside = new RouteTally(Requests.OUTSIDE);
    private long tried;

    /**
     * The calling thread has ended a request. Takes well below a microsecond, and never throws.
     *
     * @param route method and path pattern; of more than a hundred the later ones count together
     * @param startedMillis when this thread began it, in milliseconds since the epoch; negative if another thread did
     */
    @Override
    public void accept(String route, long startedMillis) {
        if (startedMillis < 0) {
            ended(route, 0, MOVED, MOVED);
        } else {
            ended(route, Thread.currentThread().getId(), startedMillis, System.currentTimeMillis());
        }
    }

    /**
     * A request has ended.
     *
     * @param thread the id of the thread that served it
     * @param startedMillis in milliseconds since the epoch, negative if it did not stay on one thread
     * @param endedMillis likewise
     */
    public void ended(String route, long thread, long startedMillis, long endedMillis) {
        RouteTally tally = of(route);
        tally.request(startedMillis < 0);
        if (startedMillis >= 0) {
            ended.add(new EndedRequests.Ended(thread, startedMillis, endedMillis, tally));
        }
    }

    private RouteTally of(String route) {
        RouteTally known = routes.get(route);
        if (known != null) {
            return known;
        }
        String name = route.length() > LONGEST_NAME ? route.substring(0, LONGEST_NAME) : route;
        if (admitted.get() >= Requests.MOST_ROUTES) {
            return routes.getOrDefault(name, other);
        }
        RouteTally made = new RouteTally(name);
        RouteTally before = routes.putIfAbsent(name, made);
        if (before != null) {
            return before;
        }
        if (admitted.incrementAndGet() > Requests.MOST_ROUTES) {
            routes.remove(name, made);
            return other;
        }
        return made;
    }

    @Override
    public void accept(DiagnosedPin diagnosed) {
        Pin pin = diagnosed.pin();
        add(RequestDelay.pin(diagnosed.diagnosis(), pin.threadId(), pin.startNanos(), pin.durationNanos()));
    }

    @Override
    public void revised(Diagnosis before, Diagnosis after) {
        lock.lock();
        try {
            routes.values().forEach(route -> route.revised(before, after));
            other.revised(before, after);
            outside.revised(before, after);
            fresh.replaceAll(loss -> loss.revised(before, after));
            for (int i = open.size(); i > 0; i--) {
                open.addLast(open.removeFirst().revised(before, after));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A look found a thread waiting for an object.
     *
     * @param atMillis since the epoch
     * @param nanos for how long the look stands
     */
    public void waiting(long thread, long atMillis, long nanos) {
        add(RequestDelay.look(thread, atMillis, nanos));
    }

    private void add(RequestDelay loss) {
        lock.lock();
        try {
            if (loss.thread() == 0) {
                outside.lost(loss);
                return;
            }
            fresh.add(loss);
            if (fresh.size() >= MOST_OPEN) {
                match();
            }
        } finally {
            lock.unlock();
        }
    }

    /** To be called about once a second: what came since belongs to requests that may soon be forgotten. */
    public void settle() {
        lock.lock();
        try {
            match();
        } finally {
            lock.unlock();
        }
    }

    private void match() {
        if (open.isEmpty() && fresh.isEmpty()) {
            tried = ended.count();
            return;
        }
        Map<Long, List<RequestDelay>> byThread = new HashMap<>();
        long earliest = Long.MAX_VALUE;
        for (RequestDelay loss : fresh) {
            earliest = Math.min(earliest, loss.begin());
            byThread.computeIfAbsent(loss.thread(), thread -> new ArrayList<>()).add(loss);
        }
        for (RequestDelay loss : open) {
            byThread.computeIfAbsent(loss.thread(), thread -> new ArrayList<>()).add(loss);
        }
        open.addAll(fresh);
        fresh.clear();
        IdentityHashMap<RequestDelay, EndedRequests.Ended> found = new IdentityHashMap<>();
        long until = ended.count();
        for (long number = until - 1; number >= ended.first(); number--) {
            EndedRequests.Ended request = ended.get(number);
            if (request == null) {
                continue;
            }
            if (number < tried && request.end() < earliest - SLACK_MILLIS) {
                break;
            }
            for (RequestDelay loss : byThread.getOrDefault(request.thread(), List.of())) {
                if (isBetter(loss, request, found.get(loss))) {
                    found.put(loss, request);
                }
            }
        }
        tried = until;
        for (Iterator<RequestDelay> all = open.iterator(); all.hasNext(); ) {
            RequestDelay loss = all.next();
            EndedRequests.Ended request = found.get(loss);
            if (request != null) {
                request.route().lost(loss);
                all.remove();
            }
        }
        while (open.size() > MOST_OPEN) {
            outside.lost(open.removeFirst());
        }
    }

    /** Of those that have as much of it, the shortest is the innermost. */
    private static boolean isBetter(
            RequestDelay loss, EndedRequests.Ended request, EndedRequests.@Nullable Ended than) {
        long within = loss.within(request.begin(), request.end());
        if (within < 0 || than == null) {
            return within >= 0;
        }
        long before = loss.within(than.begin(), than.end());
        return within > before || (within == before && request.end() - request.begin() < than.end() - than.begin());
    }

    /** As they are now: what no request that has ended explains counts as outside of them. */
    public Requests figures() {
        lock.lock();
        try {
            match();
            RouteTally none = new RouteTally(Requests.OUTSIDE);
            open.forEach(none::lost);
            List<Requests.Route> listed = new ArrayList<>();
            routes.values().forEach(route -> listed.add(route.figures()));
            listed.sort(Requests.MOST_LOST_FIRST);
            return new Requests(listed, other.figures(), outside.figures().and(none.figures()), ended.forgotten());
        } finally {
            lock.unlock();
        }
    }
}
