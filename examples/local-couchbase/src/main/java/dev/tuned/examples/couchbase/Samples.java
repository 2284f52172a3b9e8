/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Sample products {@code 1} to {@code 10000}, about 2 KB of JSON each and the same on every machine. */
public final class Samples {

    /** The number of products. */
    public static final int COUNT = 10_000;

    static final String KEY_PREFIX = "product::";

    private static final String[] WORDS = {
        "compact", "sturdy", "light", "folding", "steel", "oak", "linen", "ceramic", "travel", "garden", "kitchen",
                "desk",
        "lamp", "kettle", "chair", "bottle", "blanket", "notebook", "speaker", "scale", "with", "for", "and", "without"
    };
    private static final String[] CATEGORIES = {"home", "garden", "office", "travel", "kitchen", "outdoor"};
    private static final int DESCRIPTION_LENGTH = 1_400;

    private Samples() {}

    /** The key of a product's document. */
    static String key(String id) {
        return KEY_PREFIX + id;
    }

    /** The JSON document of a sample product. */
    public static byte[] json(int number) {
        // A fixed seed per product: all variants and all runs answer the same bytes.
        Random random = new Random(20_000L + number);
        StringBuilder name = new StringBuilder();
        words(name, random, 3);
        return json(String.valueOf(number), name, random);
    }

    /** The same under another id and name. */
    static byte[] json(int number, String id, String name) {
        return json(id, name, new Random(20_000L + number));
    }

    private static byte[] json(String id, CharSequence name, Random random) {
        StringBuilder json = new StringBuilder(2_200);
        json.append("{\"id\":\"").append(id).append("\",\"name\":\"").append(name);
        json.append("\",\"description\":\"");
        int start = json.length();
        while (json.length() - start < DESCRIPTION_LENGTH) {
            words(json, random, 8);
            json.append(". ");
        }
        json.append("\",\"price\":").append(1 + random.nextInt(999)).append('.').append(10 + random.nextInt(90));
        json.append(",\"category\":\"").append(pick(CATEGORIES, random)).append("\",\"tags\":[\"");
        json.append(pick(WORDS, random))
                .append("\",\"")
                .append(pick(WORDS, random))
                .append("\"],\"stock\":");
        json.append(random.nextInt(500)).append(",\"dimensions\":{\"widthMm\":").append(random.nextInt(2_000));
        json.append(",\"heightMm\":").append(random.nextInt(2_000)).append("},\"reviews\":[");
        for (int review = 0; review < 5; review++) {
            json.append(review == 0 ? "" : ",").append("{\"stars\":").append(1 + random.nextInt(5));
            json.append(",\"text\":\"");
            words(json, random, 6);
            json.append("\"}");
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void words(StringBuilder json, Random random, int count) {
        for (int word = 0; word < count; word++) {
            json.append(word == 0 ? "" : " ").append(pick(WORDS, random));
        }
    }

    private static String pick(String[] from, Random random) {
        return from[random.nextInt(from.length)];
    }
}
