/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.sendfile;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The least that sendfile can cost on a machine, whatever server is around it: CPU time of a thread that sends files of 2 MB
 * over loopback to another process, by sendfile as Tomcat does it (what the socket takes at once, the rest when it can be
 * written to again), by sendfile that blocks, and by copies of 8 KB. Prints microseconds per file; run with
 *
 * <pre>java -cp microbenchmarks.jar dev.tuned.examples.microbenchmarks.sendfile.SendfileFloor [rounds]</pre>
 */
public final class SendfileFloor {

    private static final int SIZE = 2 << 20;

    private static final int FILES = 50;

    private static final int COPIED = 8192;

    private static final int WARM_UP_ROUNDS = 4;

    private static final String READER = "reader";

    private SendfileFloor() {}

    /** Sends a file whole. */
    private interface Sender {

        void send(Path file, SocketChannel socket) throws IOException;
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 2 && args[0].equals(READER)) {
            read(Integer.parseInt(args[1]));
            return;
        }
        int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : 10;
        List<Path> files = files();
        Process reader = null;
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            reader = startReader(((InetSocketAddress) listener.getLocalAddress()).getPort());
            try (SocketChannel socket = listener.accept()) {
                compare(files, socket, rounds);
            }
            reader.waitFor();
        } finally {
            if (reader != null) {
                reader.destroy();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static void compare(List<Path> files, SocketChannel socket, int rounds) throws IOException {
        Map<String, Sender> senders = new LinkedHashMap<>();
        senders.put("sendfile, not blocking", SendfileFloor::sendNotBlocking);
        senders.put("sendfile, blocking", SendfileFloor::sendBlocking);
        senders.put("copies of 8 KB", SendfileFloor::copy);
        Map<String, Long> nanos = new LinkedHashMap<>();
        for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
            for (Map.Entry<String, Sender> sender : senders.entrySet()) {
                long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                for (Path file : files) {
                    sender.getValue().send(file, socket);
                }
                long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
                if (round >= WARM_UP_ROUNDS) {
                    nanos.merge(sender.getKey(), used, Long::sum);
                }
            }
        }
        nanos.forEach((name, sum) ->
                System.out.printf("%-24s %6.0f µs of CPU per file of 2 MB%n", name, sum / 1e3 / rounds / FILES));
    }

    private static void sendNotBlocking(Path file, SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        try (FileChannel channel = FileChannel.open(file);
                Selector selector = Selector.open()) {
            SelectionKey key = socket.register(selector, 0);
            long position = channel.transferTo(0, SIZE, socket);
            while (position < SIZE) {
                key.interestOps(SelectionKey.OP_WRITE);
                selector.select();
                selector.selectedKeys().clear();
                position += channel.transferTo(position, SIZE - position, socket);
            }
        }
        socket.configureBlocking(true);
    }

    private static void sendBlocking(Path file, SocketChannel socket) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long position = 0;
            while (position < SIZE) {
                position += channel.transferTo(position, SIZE - position, socket);
            }
        }
    }

    private static void copy(Path file, SocketChannel socket) throws IOException {
        byte[] buffer = new byte[COPIED];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, count);
                while (chunk.hasRemaining()) {
                    socket.write(chunk);
                }
            }
        }
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        byte[] content = new byte[SIZE];
        for (int i = 0; i < FILES; i++) {
            new Random(i).nextBytes(content);
            files.add(Files.write(Files.createTempFile("sendfile-floor", ".bin"), content));
        }
        return files;
    }

    private static Process startReader(int port) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SendfileFloor.class.getName(),
                        READER,
                        String.valueOf(port))
                .inheritIO()
                .start();
    }

    private static void read(int port) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
        try (SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            int count = 0;
            while (count >= 0) {
                count = socket.read(buffer.clear());
            }
        }
    }
}
