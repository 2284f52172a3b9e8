/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** A key's bytes, or those of a pattern, as they are in Redis: which cache and which manager it belongs to is part of them, as it is there. */
public final class Key {

    private final byte[] bytes;
    private final int hash;

    /**
     * Creates a key.
     *
     * @param bytes not copied, must not change
     */
    public Key(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /** The bytes, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether it matches a pattern of Redis. Of patterns other than a prefix and a star it is not known: they count as matching. */
    public boolean matches(Key of) {
        byte[] pattern = of.bytes;
        int prefix = pattern.length - 1;
        if (prefix < 0 || pattern[prefix] != '*') {
            return true;
        }
        for (int i = 0; i < prefix; i++) {
            byte b = pattern[i];
            if (b == '*' || b == '?' || b == '[' || b == '\\') {
                return true;
            }
        }
        return bytes.length >= prefix && Arrays.equals(bytes, 0, prefix, pattern, 0, prefix);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
