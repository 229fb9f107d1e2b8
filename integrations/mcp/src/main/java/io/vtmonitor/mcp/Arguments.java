package io.vtmonitor.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool's arguments, checked as they are read. */
final class Arguments {
    private static final int MOST_ITEMS = 1_000;

    private final JsonNode node;

    /** @param node an object */
    Arguments(JsonNode node, Set<String> known) throws RpcException {
        this.node = node;
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                throw bad(name + ": there is no such argument; known are " + String.join(", ", known));
            }
        }
    }

    /** A text that is no option, null where it is not given. */
    @Nullable
    String text(String name) throws RpcException {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString() && !value.isIntegralNumber()) {
            throw bad(name + ": a text is accepted");
        }
        return value.asString();
    }

    String required(String name) throws RpcException {
        String text = text(name);
        if (text == null || text.isBlank()) {
            throw bad(name + ": is needed");
        }
        return text;
    }

    String oneOf(String name, List<String> accepted) throws RpcException {
        String text = text(name);
        if (text == null) {
            return accepted.get(0);
        }
        if (!accepted.contains(text)) {
            throw bad(name + ": accepted are " + String.join(", ", accepted));
        }
        return text;
    }

    long number(String name, long least, long most) throws RpcException {
        JsonNode value = node.get(name);
        if (value == null
                || !value.canConvertToLong()
                || !value.isIntegralNumber()
                || value.asLong() < least
                || value.asLong() > most) {
            throw bad(name + ": a whole number from " + least + " to " + most + " is needed");
        }
        return value.asLong();
    }

    /** Texts, empty where they are not given. */
    List<String> list(String name) throws RpcException {
        JsonNode value = node.get(name);
        List<String> items = new ArrayList<>();
        if (value == null || value.isNull()) {
            return items;
        }
        if (!value.isArray() || value.size() > MOST_ITEMS) {
            throw bad(name + ": an array of at most " + MOST_ITEMS + " texts is accepted");
        }
        for (JsonNode item : value) {
            if (!item.isString() || item.asString().isEmpty()) {
                throw bad(name + ": an array of texts is accepted");
            }
            items.add(item.asString());
        }
        return items;
    }

    static RpcException bad(String message) {
        return new RpcException(RpcException.INVALID_PARAMS, message);
    }
}
