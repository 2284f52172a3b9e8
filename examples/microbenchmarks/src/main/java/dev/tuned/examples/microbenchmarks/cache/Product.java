/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.io.Serializable;

/** A value of about two kilobytes, which every cache in the comparison can keep. */
record Product(String id, String description) implements Serializable {

    static final String KEY = "17";

    static Product sample() {
        return new Product(KEY, "a word and another ".repeat(100));
    }
}
