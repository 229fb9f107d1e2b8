package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.WaitNotice;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Input that can be read only once: a pipe, a device, or standard input. Opening a pipe that nobody writes to blocks
 * forever. So if there is no input for some seconds, a sentence says what the command waits for.
 */
public final class AwaitedInput extends FilterInputStream {
    private final WaitNotice notice;

    private AwaitedInput(InputStream in, WaitNotice notice) {
        super(in);
        this.notice = notice;
    }

    /** Whether a file is such an input. */
    static boolean isOne(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /**
     * Opens such an input. Does not use a channel, which needs a position: a pipe does not have one.
     *
     * @param err where the sentence is printed
     */
    static InputStream open(Path pipe, PrintWriter err) throws IOException {
        WaitNotice notice = notice(pipe.toString(), err);
        try {
            return new AwaitedInput(new FileInputStream(pipe.toFile()), notice);
        } catch (FileNotFoundException e) { // such as a socket; the message is the name, and the reason in brackets
            notice.close();
            throw new IOException(String.valueOf(e.getMessage()).replace(pipe + " (", "("), e);
        }
    }

    /** The same for standard input, which is already open. */
    public static InputStream standard(PrintWriter err) {
        return new AwaitedInput(System.in, notice("standard input", err));
    }

    private static WaitNotice notice(String name, PrintWriter err) {
        return new WaitNotice(
                err,
                "nothing has come from " + name + " for " + WaitNotice.SILENT_SECONDS
                        + " s; still waiting for whoever writes to it");
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        notice.close();
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        notice.close();
        return read;
    }
}
