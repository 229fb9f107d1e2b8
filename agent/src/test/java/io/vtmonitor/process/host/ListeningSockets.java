package io.vtmonitor.process.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a process listens on, as Linux tells it: its open files against the tables of TCP, and of UDP where all do. */
final class ListeningSockets {
    /** {@code TCP_LISTEN} in the column {@code st}. */
    private static final String LISTENS = "0A";

    private ListeningSockets() {}

    /** Ports, in the order of the tables. */
    static List<Integer> of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> own = new HashSet<>();
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            for (Path file : open.toList()) {
                try {
                    own.add(Files.readSymbolicLink(file).toString());
                } catch (IOException ignored) {
                    // The file was closed between the listing and this look.
                }
            }
        }
        List<Integer> ports = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
            for (String line : Files.readAllLines(process.resolve("net").resolve(table))) {
                String[] columns =
                        line.strip().split("\\s+"); // sl local remote st queues timer retransmits uid timeout inode
                if (columns.length > 9
                        && (table.startsWith("udp") || columns[3].equals(LISTENS))
                        && own.contains("socket:[" + columns[9] + "]")) {
                    ports.add(Integer.parseInt(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16));
                }
            }
        }
        return ports;
    }
}
