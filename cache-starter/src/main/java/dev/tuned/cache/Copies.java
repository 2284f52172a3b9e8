/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What a region's faces give to their callers: the object in L1 itself, or with {@code copy-on-read} a copy for each of
 * them, made through JSON. Thread-safe.
 */
final class Copies {

    /** The object itself. */
    static final Copies NONE = new Copies("", null);

    private final String region;
    private final @Nullable Supplier<@Nullable ValueCodec> codec;

    private Copies(String region, @Nullable Supplier<@Nullable ValueCodec> codec) {
        this.region = region;
        this.codec = codec;
    }

    /**
     * What the settings of a region ask for.
     *
     * @param codec writes and reads the region's type, nothing where it has none; asked for each copy
     */
    static Copies of(RegionSettings settings, Supplier<@Nullable ValueCodec> codec) {
        return new Copies(settings.name(), settings.copyOnRead() ? codec : null);
    }

    /** Whether callers get copies. */
    boolean areMade() {
        return codec != null;
    }

    /**
     * The value, or a copy of it.
     *
     * @throws IllegalStateException if there is to be a copy and JSON cannot give one
     */
    @Nullable
    Object of(@Nullable Object value) {
        Supplier<@Nullable ValueCodec> copying = codec;
        return (copying == null || value == null) ? value : copy(value, copying.get());
    }

    private @Nullable Object copy(Object value, @Nullable ValueCodec type) {
        if (type == null) {
            throw new IllegalStateException("Cache region '" + region + "' has copy-on-read and no single declared "
                    + "value type: set tuned.cache.regions." + region + ".value-type");
        }
        try {
            return type.decode(type.encode(value));
        } catch (RuntimeException ex) {
            throw new IllegalStateException(
                    "Cache region '" + region + "' has copy-on-read (tuned.cache.regions." + region
                            + ".copy-on-read), and JSON cannot copy a "
                            + value.getClass().getName() + ": " + ex.getMessage(),
                    ex);
        }
    }
}
