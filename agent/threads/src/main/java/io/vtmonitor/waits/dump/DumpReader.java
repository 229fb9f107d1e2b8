package io.vtmonitor.waits.dump;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a thread dump in JSON, thread by thread, without keeping its text. Numbers may be strings (before format
 * version 2). Unknown members are skipped. Of a truncated dump, the part before the end is used.
 */
public final class DumpReader {
    static final String FOLLOWED = "something follows the end of the thread dump, perhaps another one, and is left out";

    private final FrameParser frames = new FrameParser();
    private final List<DumpedThread> threads = new ArrayList<>();
    private long processId;
    private long unlisted;
    private @Nullable Instant time;
    private String runtimeVersion = "unknown";
    private boolean isDump;
    private final List<Container> scopes = new ArrayList<>();
    private @Nullable String container;

    /** A container with an owner, such as a scope with the thread that has opened it. */
    private record Container(String name, String parent, long owner, List<Long> threads) {}

    private DumpReader() {}

    /**
     * Reads a dump.
     *
     * @param in the JSON; not closed
     * @param file its name
     * @throws IOException if it can't be read or is no thread dump
     */
    public static ThreadDumpFile read(InputStream in, String file) throws IOException {
        return new DumpReader().all(in, file);
    }

    private ThreadDumpFile all(InputStream in, String file) throws IOException {
        String damage = null;
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    if (name.equals("threadDump") && json.currentToken() == JsonToken.START_OBJECT) {
                        isDump = true;
                        dump(json);
                    } else {
                        json.skipChildren();
                    }
                }
                damage = isDump && json.nextToken() != null ? FOLLOWED : null;
            }
        } catch (JacksonException ignored) {
            damage = "it ends or is damaged after " + threads.size() + " threads; those are used";
        }
        if (!isDump || time == null) {
            throw new IOException("it is not a thread dump of jcmd Thread.dump_to_file -format=json");
        }
        return new ThreadDumpFile(
                file,
                processId,
                time,
                runtimeVersion,
                List.copyOf(threads),
                unlisted,
                damage,
                ThreadDumpFile.Form.JSON,
                DumpedEdges.ofScopes(innermost()));
    }

    /**
     * The innermost scope of each thread that has opened scopes: the one that contains no other scope of that thread.
     */
    private Map<Long, DumpedEdges.Scope> innermost() {
        Map<Long, List<Container>> byOwner = new HashMap<>();
        for (Container scope : scopes) {
            byOwner.computeIfAbsent(scope.owner(), key -> new ArrayList<>()).add(scope);
        }
        Map<Long, DumpedEdges.Scope> found = new HashMap<>();
        byOwner.forEach((owner, its) -> {
            for (Container scope : its) {
                boolean innermost = its.stream().noneMatch(each -> each.parent().equals(scope.name()));
                if (innermost && !scope.threads().isEmpty()) {
                    found.put(owner, new DumpedEdges.Scope(scope.threads(), null));
                }
            }
        });
        return found;
    }

    private void dump(JsonParser json) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "processId" -> processId = number(json);
                case "time" -> time = instant(text(json));
                case "runtimeVersion" -> runtimeVersion = text(json);
                case "threadContainers" -> each(json, this::container);
                default -> json.skipChildren();
            }
        }
    }

    private void container(JsonParser json) {
        int before = threads.size();
        long count = -1;
        String parent = "";
        long owner = 0;
        container = null;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "container" -> container = text(json);
                case "parent" -> parent = text(json);
                case "owner" -> owner = number(json);
                case "threads" -> each(json, this::thread);
                case "threadCount" -> count = number(json);
                default -> json.skipChildren();
            }
        }
        unlisted += Math.max(0, count - (threads.size() - before));
        if (owner > 0) {
            List<Long> its = threads.subList(before, threads.size()).stream()
                    .map(DumpedThread::tid)
                    .toList();
            scopes.add(new Container(String.valueOf(container), parent, owner, its));
        }
    }

    private void thread(JsonParser json) {
        long tid = 0;
        String name = "";
        Boolean virtual = null;
        Thread.State state = null;
        String blockedOn = null;
        String waitingOn = null;
        boolean mounted = false;
        Blocker blocker = new Blocker();
        Map<Integer, List<String>> owned = new HashMap<>();
        List<StackTraceElement> stack = new ArrayList<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String member = json.currentName();
            json.nextToken();
            switch (member) {
                case "tid" -> tid = number(json);
                case "name" -> name = text(json);
                case "virtual" -> virtual = Boolean.valueOf(text(json));
                case "state" -> state = state(text(json));
                case "blockedOn" -> blockedOn = text(json);
                case "waitingOn" -> waitingOn = text(json);
                case "carrier" -> {
                    mounted = true;
                    json.skipChildren();
                }
                case "parkBlocker" -> blocker.read(json);
                case "monitorsOwned" -> each(json, each -> owned(each, owned));
                case "stack" -> each(json, each -> stack.add(frames.parse(text(each))));
                default -> json.skipChildren();
            }
        }
        boolean known = virtual != null || state != null;
        Boolean isVirtual = known ? Boolean.valueOf(Boolean.TRUE.equals(virtual)) : byFrames(stack);
        threads.add(new DumpedThread(
                tid,
                name,
                isVirtual,
                state,
                new DumpedThread.Awaited(blocker.object, blocker.owner, blockedOn, waitingOn, null),
                Map.copyOf(owned),
                mounted,
                container,
                List.copyOf(stack)));
    }

    /**
     * Whether a thread is virtual. JDK 21 does not say that, but the outermost frame of a virtual thread is a method of
     * its class.
     */
    private static @Nullable Boolean byFrames(List<StackTraceElement> stack) {
        return stack.isEmpty()
                ? null
                : Boolean.valueOf(stack.get(stack.size() - 1).getClassName().equals("java.lang.VirtualThread"));
    }

    private static final class Blocker {
        private @Nullable String object;
        private long owner;

        void read(JsonParser json) {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                json.skipChildren();
                return;
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "object" -> object = text(json);
                    case "owner" -> owner = number(json);
                    default -> json.skipChildren();
                }
            }
        }
    }

    private static void owned(JsonParser json, Map<Integer, List<String>> owned) {
        int depth = -1;
        List<String> locks = new ArrayList<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "depth" -> depth = (int) number(json);
                case "locks" ->
                    each(json, each -> {
                        if (each.currentToken() == JsonToken.VALUE_STRING) {
                            locks.add(text(each));
                        }
                    });
                default -> json.skipChildren();
            }
        }
        owned.put(depth, List.copyOf(locks));
    }

    private interface Element {
        void read(JsonParser json);
    }

    private static void each(JsonParser json, Element element) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken token = json.nextToken();
                token != null && token != JsonToken.END_ARRAY;
                token = json.nextToken()) {
            element.read(json);
        }
    }

    /** A value as text. An object or an array is skipped, and is an empty text. */
    private static String text(JsonParser json) {
        JsonToken token = json.currentToken();
        if (token == null || token.isStructStart()) {
            json.skipChildren();
            return "";
        }
        return String.valueOf(json.getString());
    }

    private static long number(JsonParser json) {
        return number(text(json).strip());
    }

    /** 0 for a text that is no number, or a number of more than 64 bits, as in a damaged dump. */
    static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException ignored) {
            return 0;
        }
    }

    static @Nullable Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException ignored) {
            return null;
        }
    }

    static Thread.@Nullable State state(String text) {
        try {
            return Thread.State.valueOf(text);
        } catch (IllegalArgumentException ignored) {
            return null;
        }
    }
}
