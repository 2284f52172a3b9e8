/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A key's bytes as they are in Redis: which cache and which manager it belongs to is part of them, as it is there. Or a pattern, which stands for
 * all keys that it matches.
 */
public final class Key {

    private final byte[] bytes;
    private final boolean pattern;
    private final int hash;

    /**
     * Creates a key.
     *
     * @param bytes not copied, must not change
     */
    public Key(byte[] bytes) {
        this(bytes, false);
    }

    private Key(byte[] bytes, boolean pattern) {
        this.bytes = bytes;
        this.pattern = pattern;
        this.hash = Arrays.hashCode(bytes);
    }

    /**
     * A pattern of Redis.
     *
     * @param bytes not copied, must not change
     */
    public static Key pattern(byte[] bytes) {
        return new Key(bytes, true);
    }

    /** The bytes, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether this is a pattern. */
    public boolean isPattern() {
        return pattern;
    }

    /**
     * Whether a key is this one, or one that this pattern matches. Of patterns other than a prefix and a star it is not known: they count as
     * matching.
     */
    public boolean covers(Key key) {
        if (!pattern) {
            return equals(key);
        }
        int prefix = bytes.length - 1;
        if (prefix < 0 || bytes[prefix] != '*') {
            return true;
        }
        for (int i = 0; i < prefix; i++) {
            byte b = bytes[i];
            if (b == '*' || b == '?' || b == '[' || b == '\\') {
                return true;
            }
        }
        return key.bytes.length >= prefix && Arrays.equals(key.bytes, 0, prefix, bytes, 0, prefix);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key
                && hash == key.hash
                && pattern == key.pattern
                && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
