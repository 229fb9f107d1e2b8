package io.vtmonitor.mcp;

import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that clients call.
 *
 * @param name for the protocol
 * @param description what a model reads to choose it
 * @param inputSchema of its arguments (JSON Schema)
 * @param call runs it
 */
record Tool(String name, String description, ObjectNode inputSchema, Call call) {
    /** What a tool answers. */
    record Answer(String text, boolean isError) {}

    /** What it does with its arguments. */
    @FunctionalInterface
    interface Call {
        Answer run(Arguments arguments) throws RpcException, IOException, InterruptedException;
    }
}
