package io.vtmonitor.mcp;

/** A request that is answered by an error of JSON-RPC. */
final class RpcException extends Exception {
    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INTERNAL_ERROR = -32603;
    static final int INVALID_PARAMS = -32602;

    private static final long serialVersionUID = 1;

    private final int code;

    RpcException(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }
}
