/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sockets of a process, as Linux says it below {@code /proc}; none where the system does not say. */
public final class Sockets {

    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int CONNECT_MILLIS = 2_000;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private Sockets() {}

    /** The number of connections to the busiest port that a process listens on; -1 where the system does not say. */
    public static int connections(long pid) {
        List<Integer> connected = ports(pid, ESTABLISHED);
        return listening(pid).stream()
                .mapToInt(port -> Collections.frequency(connected, port))
                .max()
                .orElse(-1);
    }

    /**
     * Whether a process may be the one that listens on a port of this machine: not if it is seen to listen on others
     * alone.
     */
    public static boolean mayListen(long pid, int port) {
        try {
            // A container has its own ports. Others are forwarded to them.
            return listening(pid).contains(port)
                    || !namespace(pid).equals(namespace(ProcessHandle.current().pid()));
        } catch (IOException ex) {
            return true;
        }
    }

    /** The ports that a process listens on. */
    public static List<Integer> listening(long pid) {
        return ports(pid, LISTENING).stream().distinct().sorted().toList();
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
        } catch (SocketTimeoutException ex) {
            // More wait than are taken.
        } catch (IOException ex) {
            return false;
        }
        return true;
    }

    private static Path namespace(long pid) throws IOException {
        return Files.readSymbolicLink(ProcFiles.directory(pid).resolve("ns/net"));
    }

    /** The local ports of the process's own sockets in a state. */
    private static List<Integer> ports(long pid, String state) {
        Path process = ProcFiles.directory(pid);
        Set<String> own = descriptors(process.resolve("fd"));
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(table -> ProcFiles.lines(process.resolve(table)).stream())
                .map(line -> line.strip().split(" +", -1))
                .filter(columns -> columns.length > INODE
                        && columns[STATE].equals(state)
                        && own.contains("socket:[" + columns[INODE] + "]"))
                .map(columns -> Integer.valueOf(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16))
                .toList();
    }

    /** What the descriptors of a process stand for, such as {@code socket:[4711]}. */
    private static Set<String> descriptors(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Sockets::target).collect(Collectors.toSet());
        } catch (IOException ex) {
            return Set.of();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException ex) {
            // Closed in between.
            return "";
        }
    }
}
