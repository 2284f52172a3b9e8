/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sockets of a process, as Linux says it below {@code /proc}. */
public final class Sockets {

    private static final Pattern INODE = Pattern.compile("socket:\\[(\\d+)]");
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int CONNECT_MILLIS = 2_000;
    private static final int STATE = 3;
    private static final int SOCKET_INODE = 9;

    private Sockets() {}

    /** The number of connections to the busiest port that a process listens on; -1 where the system does not say. */
    public static int connections(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            List<Integer> connected = ports(process, ESTABLISHED);
            return ports(process, LISTENING).stream()
                    .mapToInt(port ->
                            (int) connected.stream().filter(port::equals).count())
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
            List<Integer> ports = ports(process, LISTENING);
            // A container has its own ports. Others are forwarded to them.
            return ports.contains(port) || !namespace(process).equals(namespace(Path.of("/proc/self")));
        } catch (IOException ex) {
            return true;
        }
    }

    /** The ports that a process listens on; none where the system does not say. */
    public static List<Integer> listening(long pid) {
        try {
            return ports(Path.of("/proc", Long.toString(pid)), LISTENING).stream()
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException ex) {
            return List.of();
        }
    }

    /** The process that listens on a port, if it is one of this user. */
    public static Optional<Long> listener(int port) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> listening(pid).contains(port))
                .findFirst();
    }

    /** Whether somebody takes connections there; also if more wait than are taken. */
    static boolean takesConnections(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
            return true;
        } catch (SocketTimeoutException ex) {
            return true;
        } catch (IOException ex) {
            return false;
        }
    }

    private static Path namespace(Path process) throws IOException {
        return Files.readSymbolicLink(process.resolve("ns/net"));
    }

    /** The local ports of the process's own sockets in a state. */
    private static List<Integer> ports(Path process, String state) throws IOException {
        Set<String> own = inodes(process);
        return Stream.concat(table(process, "tcp"), table(process, "tcp6"))
                .map(line -> line.strip().split(" +", -1))
                .filter(columns -> columns.length > SOCKET_INODE
                        && columns[STATE].equals(state)
                        && own.contains(columns[SOCKET_INODE]))
                .map(columns -> Integer.valueOf(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16))
                .toList();
    }

    private static Stream<String> table(Path process, String name) throws IOException {
        Path file = process.resolve("net").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.empty();
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
