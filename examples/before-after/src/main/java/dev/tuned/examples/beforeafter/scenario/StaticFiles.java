/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The files that the static scenario asks for: the source's size, random bytes so that nothing can compress them.
 *
 * @param directory where they lie
 * @param digests the SHA-256 of each, in hexadecimal
 */
public record StaticFiles(Path directory, List<String> digests) {

    static final int SIZE = 102_400;
    private static final int COUNT = 300;

    /** Writes the files into a directory, which is created. */
    public static StaticFiles create(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<String> digests = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(COUNT);
        byte[] content = new byte[SIZE];
        for (int i = 0; i < COUNT; i++) {
            random.nextBytes(content);
            Files.write(directory.resolve(name(i)), content);
            digests.add(Sha256.of(content));
        }
        return new StaticFiles(directory, List.copyOf(digests));
    }

    static String name(int index) {
        return "file-" + index + ".bin";
    }
}
