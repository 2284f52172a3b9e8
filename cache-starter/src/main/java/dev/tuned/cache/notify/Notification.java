/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What an instance changed. Its bytes begin with the version of their form: another application's messages, those of another version and
 * malformed ones are none.
 *
 * @param sender the instance
 * @param key what was changed
 * @param second whether the sender deleted once more what another instance had changed: nobody answers that with a delete
 */
public record Notification(UUID sender, Key key, boolean second) {

    private static final int FORM = 0x7c4e_0001;
    private static final byte PATTERN = 1;
    private static final byte SECOND = 2;

    byte[] encode() {
        return ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES + 1 + key.bytes().length)
                .putInt(FORM)
                .putLong(sender.getMostSignificantBits())
                .putLong(sender.getLeastSignificantBits())
                .put((byte) ((key.isPattern() ? PATTERN : 0) | (second ? SECOND : 0)))
                .put(key.bytes())
                .array();
    }

    static @Nullable Notification decode(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        try {
            if (in.getInt() != FORM) {
                return null;
            }
            UUID sender = new UUID(in.getLong(), in.getLong());
            int flags = in.get();
            byte[] bytes = new byte[in.remaining()];
            in.get(bytes);
            Key key = ((flags & PATTERN) != 0) ? Key.pattern(bytes) : new Key(bytes);
            return new Notification(sender, key, (flags & SECOND) != 0);
        } catch (BufferUnderflowException ex) {
            return null;
        }
    }
}
