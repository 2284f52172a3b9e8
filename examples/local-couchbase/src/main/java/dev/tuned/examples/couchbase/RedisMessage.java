/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** A request of Redis' protocol, or a piece of its answers. */
final class RedisMessage implements Message {

    /**
     * What is about the connection; and {@code PTTL}, which a client sends together with the {@code GET} of the same
     * entry.
     */
    private static final Set<String> OTHERS =
            Set.of("", "HELLO", "AUTH", "CLIENT", "SELECT", "PING", "INFO", "SUBSCRIBE", "UNSUBSCRIBE", "QUIT", "PTTL");

    private static final int MOST_AT_ONCE = 1 << 16;

    private final byte[] bytes;

    /** The name of a request's command in upper case; of answers, nothing. */
    private final String command;

    private RedisMessage(byte[] bytes, String command) {
        this.bytes = bytes;
        this.command = command;
    }

    /**
     * Reads a request: an array of strings, each with its length before it.
     *
     * @throws EOFException if there is no more
     */
    static RedisMessage request(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int parts = number(in, '*', bytes);
        String command = "";
        for (int part = 0; part < parts; part++) {
            int length = number(in, '$', bytes);
            byte[] text = in.readNBytes(length + 2);
            bytes.write(text);
            if (part == 0) {
                command = new String(text, StandardCharsets.US_ASCII).strip().toUpperCase(Locale.ROOT);
            }
        }
        return new RedisMessage(bytes.toByteArray(), command);
    }

    private static int number(InputStream in, char type, OutputStream copy) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            copy.write(next);
            line.append((char) next);
        }
        copy.write('\n');
        if (line.charAt(0) != type) {
            throw new IOException("no request of a client: " + line);
        }
        return Integer.parseInt(line.substring(1).strip());
    }

    /**
     * Reads what there is of answers.
     *
     * @throws EOFException if there is no more
     */
    static RedisMessage answers(BufferedInputStream in) throws IOException {
        byte[] some = new byte[MOST_AT_ONCE];
        int length = in.read(some);
        if (length < 0) {
            throw new EOFException();
        }
        return new RedisMessage(Arrays.copyOf(some, length), "");
    }

    @Override
    public void write(OutputStream out) throws IOException {
        out.write(bytes);
    }

    @Override
    public boolean isOnDocument() {
        return !OTHERS.contains(command);
    }

    /** Not told: Redis has no products, but what caches keep of them. */
    @Override
    public boolean isOnKeyStartingWith(String prefix) {
        return false;
    }
}
