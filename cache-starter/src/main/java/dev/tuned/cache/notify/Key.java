/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A key's bytes as they are in the far cache: which cache and which manager it belongs to is part of them, as it is there. Or a pattern, which stands for
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
     * A pattern, as Redis has them.
     *
     * @param bytes not copied, must not change
     */
    public static Key pattern(byte[] bytes) {
        return new Key(bytes, true);
    }

    /** The same as text. */
    public static Key pattern(String text) {
        return pattern(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether this is a pattern. */
    public boolean isPattern() {
        return pattern;
    }

    /** Whether this is a pattern that matches all that it {@linkplain #covers covers}. */
    public boolean isPrefix() {
        return pattern && literal() == bytes.length - 1 && bytes[literal()] == '*';
    }

    /** How many bytes are before the first special character. */
    private int literal() {
        int literal = 0;
        while (literal < bytes.length && "*?[\\".indexOf(bytes[literal]) < 0) {
            literal++;
        }
        return literal;
    }

    /** Whether a key is this one, or begins as this pattern does before its first special character: more than the pattern matches. */
    public boolean covers(Key key) {
        if (!pattern) {
            return equals(key);
        }
        int literal = literal();
        return key.bytes.length >= literal && Arrays.equals(key.bytes, 0, literal, bytes, 0, literal);
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
