/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One request or answer of Couchbase's key-value protocol: 24 bytes of header, then the body. */
final class Frame implements Message {

    private static final int HEADER = 24;
    private static final int OPCODE = 1;
    private static final int STATUS = 6;
    private static final int BODY_LENGTH = 8;
    private static final int CLUSTER_CONFIG = 0xb5;
    private static final int NOT_MY_VBUCKET = 7;

    private static final int REQUEST = 0x80;

    /** A request with framing extras, whose key length is one byte. */
    private static final int FLEXIBLE_REQUEST = 0x08;

    private final byte[] header;
    private final byte[] body;

    private Frame(byte[] header, byte[] body) {
        this.header = header;
        this.body = body;
    }

    /**
     * Reads a frame.
     *
     * @throws EOFException if there is no more
     */
    static Frame read(InputStream in) throws IOException {
        byte[] header = fully(in, HEADER);
        return new Frame(header, fully(in, ByteBuffer.wrap(header).getInt(BODY_LENGTH)));
    }

    private static byte[] fully(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        out.write(header);
        out.write(body);
    }

    @Override
    public boolean isOnDocument() {
        int magic = header[0] & 0xff;
        return (magic == REQUEST || magic == FLEXIBLE_REQUEST) && isDocumentCommand(header[OPCODE] & 0xff);
    }

    /** Everything else is about the connection, the bucket or the cluster. */
    private static boolean isDocumentCommand(int opcode) {
        return opcode <= 0x06 // get, set, add, replace, delete, increment, decrement
                || opcode == 0x09 // get quietly
                || (opcode >= 0x0c && opcode <= 0x0f) // get with key, append, prepend
                || (opcode >= 0x11 && opcode <= 0x16) // the quiet writes
                || (opcode >= 0x19 && opcode <= 0x1a) // append and prepend quietly
                || (opcode >= 0x1c && opcode <= 0x1e) // touch, get and touch
                || opcode == 0x83 // get from a replica
                || (opcode >= 0x94 && opcode <= 0x95) // get and lock, unlock
                || (opcode >= 0xc5 && opcode <= 0xd2); // sub-documents
    }

    @Override
    public boolean isOnKeyStartingWith(String prefix) {
        boolean flexible = header[0] == FLEXIBLE_REQUEST;
        int keyLength = flexible ? header[3] & 0xff : ByteBuffer.wrap(header).getShort(2);
        int start = (header[4] & 0xff) + (flexible ? header[2] & 0xff : 0);
        byte[] expected = prefix.getBytes(StandardCharsets.UTF_8);
        return keyLength >= expected.length
                && Arrays.equals(body, start, start + expected.length, expected, 0, expected.length);
    }

    /** This answer; with another port in it if it tells the cluster's configuration. */
    Frame withPort(int told, int instead) {
        boolean configuration = (header[OPCODE] & 0xff) == CLUSTER_CONFIG
                || ByteBuffer.wrap(header).getShort(STATUS) == NOT_MY_VBUCKET;
        if (!configuration) {
            return this;
        }
        byte[] changed = new String(body, StandardCharsets.ISO_8859_1)
                .replaceAll("\\b" + told + "\\b", Integer.toString(instead))
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] head = header.clone();
        ByteBuffer.wrap(head).putInt(BODY_LENGTH, changed.length);
        return new Frame(head, changed);
    }
}
