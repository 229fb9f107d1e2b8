package io.vtmonitor.mcp;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Builds the JSON Schema of a tool's arguments. */
final class Schema {
    private final ObjectNode schema = JsonNodeFactory.instance.objectNode();
    private final ObjectNode properties;

    Schema() {
        schema.put("type", "object");
        properties = schema.putObject("properties");
        schema.put("additionalProperties", false);
    }

    Schema text(String name, String description) {
        properties.putObject(name).put("type", "string").put("description", description);
        return this;
    }

    Schema number(String name, String description, long least, long most) {
        properties
                .putObject(name)
                .put("type", "integer")
                .put("minimum", least)
                .put("maximum", most)
                .put("description", description);
        return this;
    }

    Schema oneOf(String name, String description, List<String> accepted) {
        ArrayNode values = properties
                .putObject(name)
                .put("type", "string")
                .put("description", description)
                .putArray("enum");
        accepted.forEach(values::add);
        return this;
    }

    Schema list(String name, String description) {
        properties
                .putObject(name)
                .put("type", "array")
                .put("description", description)
                .putObject("items")
                .put("type", "string");
        return this;
    }

    Schema required(String... names) {
        ArrayNode required = schema.putArray("required");
        for (String name : names) {
            required.add(name);
        }
        return this;
    }

    ObjectNode json() {
        return schema;
    }

    static Set<String> names(ObjectNode schema) {
        return new TreeSet<>(schema.get("properties").propertyNames());
    }
}
