/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Documents as gzip from a size on. A compressed document is known by its first bytes, with which no JSON begins, so
 * that both kinds stand side by side; who does not know compression takes one for a document that cannot be decoded.
 */
final class Compression {

    /** The largest content that is compressed and expanded, in bytes: what a small hostile document can cost at most. */
    static final int MAXIMUM = 64 * 1024 * 1024;

    private final long above;

    /**
     * Sets when to compress.
     *
     * @param above bytes from which on a document is compressed; 0 never
     */
    Compression(long above) {
        this.above = above;
    }

    /** The content itself where compressing it is not asked for or gains nothing. */
    byte[] compress(byte[] content) {
        if (above == 0 || content.length < above || content.length > MAXIMUM) {
            return content;
        }
        ByteArrayOutputStream result = new ByteArrayOutputStream(content.length / 4);
        try (OutputStream gzip = new Fast(result)) {
            gzip.write(content);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return (result.size() < content.length) ? result.toByteArray() : content;
    }

    /**
     * Undoes {@link #compress}, whatever the size is from which on this process would compress.
     *
     * @throws UncheckedIOException if the content is neither JSON nor all of a gzip of at most {@link #MAXIMUM}
     */
    static byte[] expand(byte[] content) {
        if (content.length < 2 || content[0] != 0x1f || (content[1] & 0xff) != 0x8b) {
            return content;
        }
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(content))) {
            byte[] result = gzip.readNBytes(MAXIMUM);
            if (gzip.read() >= 0) {
                throw new IOException("the document expands to more than " + MAXIMUM + " bytes");
            }
            return result;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static final class Fast extends GZIPOutputStream {

        Fast(OutputStream out) throws IOException {
            super(out, 8192);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
