/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;

import com.couchbase.client.core.deps.org.iq80.snappy.Snappy;

/**
 * Prints what compression saves and takes, for documents that list products with a text each. Beside it what Couchbase's
 * client sends anyway (Snappy). Run it alone on a machine; the argument is the number of rounds.
 */
final class CompressionCosts {

    private static final String[] WORDS =
            ("the a of for with and in red blue light wooden small large steel cotton chair table lamp shelf door cover"
                            + " handle made from recycled material weight height width comes assembled without tools"
                            + " suitable indoor outdoor use warranty years delivery within days includes screws manual")
                    .split(" ");

    private final Compression compression = new Compression(1);
    private final int rounds;
    private long sink;

    private CompressionCosts(int rounds) {
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws IOException {
        CompressionCosts costs = new CompressionCosts(Integer.parseInt(arguments[0]));
        System.out.println("JSON bytes | gzip bytes | Snappy bytes | compress µs | expand µs");
        for (int products : new int[] {1, 5, 50, 500}) {
            costs.print(document(products));
        }
        System.out.println("(" + costs.sink + ")");
    }

    private void print(byte[] json) {
        byte[] gzip = compression.compress(json);
        byte[] snappy = Snappy.compress(json);
        System.out.printf(
                "%,d | %,d | %,d | %.1f | %.1f%n",
                json.length,
                gzip.length,
                snappy.length,
                median(json, compression::compress),
                median(gzip, Compression::expand));
    }

    private double median(byte[] input, UnaryOperator<byte[]> operation) {
        double[] micros = new double[rounds];
        for (int round = -rounds; round < rounds; round++) {
            long start = System.nanoTime();
            sink += operation.apply(input).length;
            micros[Math.max(0, round)] = (System.nanoTime() - start) / 1000.0;
        }
        Arrays.sort(micros);
        return micros[rounds / 2];
    }

    private static byte[] document(int products) {
        Random random = new Random(products);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < products; i++) {
            json.append((i > 0) ? "," : "")
                    .append("{\"id\":\"")
                    .append(random.nextInt(1_000_000))
                    .append("\",\"price\":")
                    .append(random.nextInt(100_000) / 100.0)
                    .append(",\"stock\":")
                    .append(random.nextInt(1000))
                    .append(",\"text\":\"");
            for (int word = 0; word < 300; word++) {
                json.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            json.append("\"}");
        }
        return json.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }
}
