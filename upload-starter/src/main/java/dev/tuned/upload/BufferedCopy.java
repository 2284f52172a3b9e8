/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import jakarta.servlet.http.Part;
import org.springframework.web.multipart.MultipartFile;

/**
 * Copies uploads to an output stream, a buffer at a time.
 *
 * <p>Each method closes the stream that it opened itself and no other, neither flushes nor closes the output, and
 * returns the number of bytes copied. Safe for use by many threads.
 */
public final class BufferedCopy {

    private BufferedCopy() {}

    /**
     * Copies the content of a part.
     *
     * @return bytes copied
     * @throws IOException if the part cannot be read or the output not be written
     */
    public static long copy(Part part, OutputStream out) throws IOException {
        try (InputStream in = part.getInputStream()) {
            return copy(in, out);
        }
    }

    /**
     * Copies the content of a file.
     *
     * @return bytes copied
     * @throws IOException if the file cannot be read or the output not be written
     */
    public static long copy(MultipartFile file, OutputStream out) throws IOException {
        try (InputStream in = file.getInputStream()) {
            return copy(in, out);
        }
    }

    /**
     * Copies what is left of a stream, the way the stream itself knows best: a file to a file within the kernel, an
     * array in large pieces, anything else by the JDK's buffer (8 KB on Java 17, 16 KB from 21 on).
     *
     * @return bytes copied
     * @throws IOException if the input cannot be read or the output not be written
     */
    public static long copy(InputStream in, OutputStream out) throws IOException {
        return in.transferTo(out);
    }

    /**
     * Copies what is left of a stream by a buffer of the given size. For outputs where each write is expensive.
     *
     * @param bufferSize bytes of the buffer, 1 or more
     * @return bytes copied
     * @throws IllegalArgumentException if the size is below 1
     * @throws IOException if the input cannot be read or the output not be written
     */
    public static long copy(InputStream in, OutputStream out, int bufferSize) throws IOException {
        if (bufferSize < 1) {
            throw new IllegalArgumentException("Buffer size must be at least 1 byte, but is " + bufferSize);
        }
        byte[] buffer = new byte[bufferSize];
        long copied = 0;
        int count;
        while ((count = in.read(buffer)) >= 0) {
            out.write(buffer, 0, count);
            copied += count;
        }
        return copied;
    }
}
