/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * The files that a static scenario asks for: random bytes, so that nothing can compress them, after a number, so that
 * no two are the same.
 *
 * @param prefix what their names start with
 * @param count how many there are
 * @param size the size of each in bytes
 */
public record StaticFiles(String prefix, int count, int size) {

    /** As many as the page cache of a small machine holds. */
    public static final StaticFiles OF_100_KB = new StaticFiles("file", 3000, 102_400);

    /** Files as large as a photo. */
    public static final StaticFiles OF_2_MB = new StaticFiles("large", 50, 2 * 1024 * 1024);

    /** The part of a body that the load client checks in each response. */
    private static final int CHECKED = 16 * 1024;

    /** Writes the files into a directory, which is created. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        byte[] content = random();
        for (int i = 0; i < count; i++) {
            Files.write(directory.resolve(name(i)), numbered(content, i));
        }
    }

    String name(int index) {
        return prefix + "-" + index + ".bin";
    }

    /** The content of a file in a new array. */
    byte[] content(int index) {
        return numbered(random(), index);
    }

    /** The CRC-32 of the first 16 KB of each file. */
    int[] checksums() {
        byte[] content = random();
        int[] checksums = new int[count];
        for (int i = 0; i < count; i++) {
            CRC32 checksum = new CRC32();
            checksum.update(numbered(content, i), 0, CHECKED);
            checksums[i] = (int) checksum.getValue();
        }
        return checksums;
    }

    private byte[] random() {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        return content;
    }

    private static byte[] numbered(byte[] content, int number) {
        ByteBuffer.wrap(content).putInt(number);
        return content;
    }
}
