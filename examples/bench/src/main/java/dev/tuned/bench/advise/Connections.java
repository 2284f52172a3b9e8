/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Counts the connections to the busiest port that a process listens on, as Linux says it below {@code /proc}. */
final class Connections {

    private static final Pattern INODE = Pattern.compile("socket:\\[(\\d+)]");
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int STATE = 3;
    private static final int SOCKET_INODE = 9;

    private Connections() {}

    /** How many there are now; -1 where the system does not say. */
    static int of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            Set<String> own = inodes(process);
            List<String[]> sockets = Stream.concat(table(process, "tcp"), table(process, "tcp6"))
                    .map(line -> line.strip().split(" +", -1))
                    .filter(columns -> columns.length > SOCKET_INODE)
                    .toList();
            Set<String> ports = new HashSet<>();
            sockets.stream()
                    .filter(columns -> columns[STATE].equals(LISTENING) && own.contains(columns[SOCKET_INODE]))
                    .forEach(columns -> ports.add(port(columns)));
            return ports.stream()
                    .mapToInt(port -> (int) sockets.stream()
                            .filter(columns -> columns[STATE].equals(ESTABLISHED)
                                    && own.contains(columns[SOCKET_INODE])
                                    && port.equals(port(columns)))
                            .count())
                    .max()
                    .orElse(-1);
        } catch (IOException ex) {
            return -1;
        }
    }

    private static Stream<String> table(Path process, String name) throws IOException {
        Path file = process.resolve("net").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.empty();
    }

    private static String port(String[] columns) {
        return columns[1].substring(columns[1].lastIndexOf(':'));
    }

    private static Set<String> inodes(Path process) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            for (Path file : files.toList()) {
                try {
                    Matcher inode = INODE.matcher(Files.readSymbolicLink(file).toString());
                    if (inode.matches()) {
                        inodes.add(inode.group(1));
                    }
                } catch (IOException ex) {
                    // Closed in between.
                }
            }
        }
        return inodes;
    }
}
