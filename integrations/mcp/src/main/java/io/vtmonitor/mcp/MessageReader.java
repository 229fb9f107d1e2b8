package io.vtmonitor.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads messages, one a line, and keeps none that is too large in memory. */
final class MessageReader {
    private final InputStream in;
    private final int mostBytes;

    /**
     * @param in standard input
     * @param mostBytes longer lines are skipped
     */
    MessageReader(InputStream in, int mostBytes) {
        this.in = in;
        this.mostBytes = mostBytes;
    }

    /**
     * The next line without its end, null at the end of the input.
     *
     * @throws RpcException if it is too large; it was skipped, and the next one can be read
     */
    byte @Nullable [] next() throws IOException, RpcException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLarge = false;
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (line.size() == mostBytes) {
                tooLarge = true;
                line = new ByteArrayOutputStream();
            }
            if (!tooLarge) {
                line.write(b);
            }
        }
        if (tooLarge) {
            throw new RpcException(RpcException.INVALID_REQUEST, "the message is larger than " + mostBytes + " bytes");
        }
        return line.toByteArray();
    }
}
