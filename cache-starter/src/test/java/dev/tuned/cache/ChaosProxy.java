/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Stands between the SDK and a node of Couchbase on this machine and can vanish. Rewrites the nodes' ports in cluster
 * configurations, so that the SDK does not find a way around.
 */
public final class ChaosProxy implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("\\b\\d{4,5}\\b");

    private static final int HEADER = 24;
    private static final int CLUSTER_CONFIG = 0xb5;
    private static final int NOT_MY_VBUCKET = 0x07;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int target;
    private final int port;
    /** What stands for which port in a cluster configuration. */
    private final Map<String, String> ports = new ConcurrentHashMap<>();

    private volatile @Nullable ServerSocket listener;
    private Future<?> accepting = CompletableFuture.completedFuture(null);
    /** Bound, and not listening: keeps the port for us while connections are refused. */
    private @Nullable Socket placeholder;

    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "proxy-delay");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean swallowing;
    private volatile long delayMillis;

    public ChaosProxy(int target) throws IOException {
        this.target = target;
        this.listener = bindWithSameDigits(target);
        this.port = listener.getLocalPort();
        ports.put(digits(target), digits(port));
        accept(listener);
    }

    /** One before each node of a cluster. */
    public static List<ChaosProxy> before(List<Integer> targets) throws IOException {
        List<ChaosProxy> proxies = new ArrayList<>();
        for (int target : targets) {
            proxies.add(new ChaosProxy(target));
        }
        proxies.forEach(each -> proxies.forEach(other -> each.ports.putAll(other.ports)));
        return proxies;
    }

    public int port() {
        return port;
    }

    /** Closes every connection and refuses new ones. */
    public void refuse() throws IOException {
        ServerSocket open = listener;
        listener = null;
        if (open != null) {
            open.close();
            // The kernel keeps a socket listening for as long as a thread is inside an accept on it.
            awaitAcceptor();
            Socket unheard = new Socket();
            placeholder = unheard;
            unheard.setReuseAddress(true);
            unheard.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        reset();
    }

    /** Closes every connection and accepts new ones. */
    public void reset() {
        sockets.forEach(ChaosProxy::closeQuietly);
    }

    private void awaitAcceptor() throws IOException {
        try {
            accepting.get();
        } catch (ExecutionException | InterruptedException ex) {
            throw new IOException("the acceptor did not end", ex);
        }
    }

    /** Accepts connections again. */
    public void restore() throws IOException {
        swallowing = false;
        delayMillis = 0;
        if (listener == null) {
            closePlaceholder();
            ServerSocket again = new ServerSocket();
            again.setReuseAddress(true);
            again.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            listener = again;
            accept(again);
        }
    }

    private void closePlaceholder() throws IOException {
        if (placeholder != null) {
            placeholder.close();
            placeholder = null;
        }
    }

    /** Keeps connections open and lets no answer through. */
    public void swallow() {
        swallowing = true;
    }

    /** Lets every answer through later. */
    public void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    private void accept(ServerSocket server) {
        accepting = threads.submit(() -> {
            while (!server.isClosed()) {
                try {
                    Socket client = server.accept();
                    Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
                    // Small answers must not wait for the other side's delayed acknowledgements.
                    client.setTcpNoDelay(true);
                    upstream.setTcpNoDelay(true);
                    sockets.add(client);
                    sockets.add(upstream);
                    threads.execute(() -> pump(client, upstream, this::requests));
                    threads.execute(() -> pump(upstream, client, this::responses));
                } catch (IOException ex) {
                    // closed, or the server behind is gone
                }
            }
        });
    }

    private interface Copy {
        void run(InputStream in, OutputStream out) throws IOException;
    }

    private void pump(Socket from, Socket to, Copy copy) {
        try {
            copy.run(from.getInputStream(), to.getOutputStream());
        } catch (IOException ex) {
            // the connection is over
        } finally {
            closeQuietly(from);
            closeQuietly(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void requests(InputStream in, OutputStream out) throws IOException {
        in.transferTo(out);
    }

    private void responses(InputStream in, OutputStream out) throws IOException {
        DataInputStream data = new DataInputStream(in);
        byte[] header = new byte[HEADER];
        while (true) {
            data.readFully(header);
            byte[] body = new byte[ByteBuffer.wrap(header).getInt(8)];
            data.readFully(body);
            if ((header[1] & 0xff) == CLUSTER_CONFIG || ByteBuffer.wrap(header).getShort(6) == NOT_MY_VBUCKET) {
                replacePorts(body);
            }
            if (delayMillis > 0) {
                byte[] lateHeader = header.clone();
                later.schedule(() -> writeQuietly(out, lateHeader, body), delayMillis, TimeUnit.MILLISECONDS);
            } else if (!swallowing) {
                write(out, header, body);
            }
        }
    }

    /** Answers may overtake each other, which the protocol allows; they must not mix. */
    private static void write(OutputStream out, byte[] header, byte[] body) throws IOException {
        synchronized (out) {
            out.write(header);
            out.write(body);
            out.flush();
        }
    }

    private static void writeQuietly(OutputStream out, byte[] header, byte[] body) {
        try {
            write(out, header, body);
        } catch (IOException ex) {
            // the connection is over
        }
    }

    private void replacePorts(byte[] body) {
        // Latin 1, in which every byte is a character.
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String replaced = PORT.matcher(text).replaceAll(found -> ports.getOrDefault(found.group(), found.group()));
        System.arraycopy(replaced.getBytes(StandardCharsets.ISO_8859_1), 0, body, 0, body.length);
    }

    private static ServerSocket bindWithSameDigits(int target) throws IOException {
        while (true) {
            ServerSocket candidate = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            if (digits(candidate.getLocalPort()).length() == digits(target).length()) {
                return candidate;
            }
            candidate.close();
        }
    }

    private static String digits(int port) {
        return Integer.toString(port);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ex) {
            // nothing left to close
        }
    }

    @Override
    public void close() throws IOException {
        refuse();
        closePlaceholder();
        threads.shutdownNow();
        later.shutdownNow();
    }
}
