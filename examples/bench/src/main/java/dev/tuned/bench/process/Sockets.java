/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sockets of a process, as Linux says it below {@code /proc}. */
public final class Sockets {

    private static final Pattern INODE = Pattern.compile("socket:\\[(\\d+)]");
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int STATE = 3;
    private static final int SOCKET_INODE = 9;

    private Sockets() {}

    /** The number of connections to the busiest port that a process listens on; -1 where the system does not say. */
    public static int connections(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            Set<String> own = inodes(process);
            List<String[]> sockets = sockets(process);
            return listening(sockets, own).stream()
                    .mapToInt(port -> (int) sockets.stream()
                            .filter(columns -> columns[STATE].equals(ESTABLISHED)
                                    && own.contains(columns[SOCKET_INODE])
                                    && port == port(columns))
                            .count())
                    .max()
                    .orElse(-1);
        } catch (IOException ex) {
            return -1;
        }
    }

    /**
     * Whether a process may be the one that listens on a port of this machine: not if it is seen to listen on others
     * alone.
     */
    public static boolean mayListen(long pid, int port) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            Set<Integer> ports = listening(sockets(process), inodes(process));
            // A container has its own ports. Others are forwarded to them.
            return ports.contains(port) || !namespace(process).equals(namespace(Path.of("/proc/self")));
        } catch (IOException ex) {
            return true;
        }
    }

    /** The process that listens on a port, if it is one of this user. */
    public static Optional<Long> listener(int port) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> {
                    Path process = Path.of("/proc", Long.toString(pid));
                    try {
                        return listening(sockets(process), inodes(process)).contains(port);
                    } catch (IOException ex) {
                        return false;
                    }
                })
                .findFirst();
    }

    private static Path namespace(Path process) throws IOException {
        return Files.readSymbolicLink(process.resolve("ns/net"));
    }

    private static List<String[]> sockets(Path process) throws IOException {
        return Stream.concat(table(process, "tcp"), table(process, "tcp6"))
                .map(line -> line.strip().split(" +", -1))
                .filter(columns -> columns.length > SOCKET_INODE)
                .toList();
    }

    private static Set<Integer> listening(List<String[]> sockets, Set<String> own) {
        return sockets.stream()
                .filter(columns -> columns[STATE].equals(LISTENING) && own.contains(columns[SOCKET_INODE]))
                .map(Sockets::port)
                .collect(Collectors.toSet());
    }

    private static Stream<String> table(Path process, String name) throws IOException {
        Path file = process.resolve("net").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.empty();
    }

    private static int port(String[] columns) {
        return Integer.parseInt(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16);
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
