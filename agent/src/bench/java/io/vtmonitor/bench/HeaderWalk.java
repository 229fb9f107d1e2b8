package io.vtmonitor.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The least that any reader has to do: from event to event by their sizes, chunk by chunk in one array. */
final class HeaderWalk {
    private HeaderWalk() {}

    static long events(Path file) throws IOException {
        long events = 0;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] header = new byte[68];
            byte[] chunk = new byte[0];
            for (long at = 0; at < in.length(); ) {
                in.seek(at);
                in.readFully(header);
                int size = (int) ByteBuffer.wrap(header).getLong(8);
                if (chunk.length < size) {
                    chunk = new byte[size];
                }
                in.seek(at);
                in.readFully(chunk, 0, size);
                for (int p = 68; p < size; ) {
                    int q = p;
                    long length = 0;
                    int shift = 0;
                    byte next;
                    do {
                        next = chunk[q++];
                        length |= (next & 0x7fL) << shift;
                        shift += 7;
                    } while (next < 0);
                    p += (int) length;
                    events++;
                }
                at += size;
            }
        }
        return events;
    }
}
