/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.value.ValueCodec;

/**
 * The type of each region's values: what a property or the annotated methods declare, else what typed access asked for.
 * Thread-safe.
 */
final class RegionValueTypes {

    private final Map<String, JavaType> asked = new ConcurrentHashMap<>();
    private final Function<String, @Nullable JavaType> declared;
    private final JsonMapper mapper;

    RegionValueTypes(Function<String, @Nullable JavaType> declared, JsonMapper mapper) {
        this.declared = declared;
        this.mapper = mapper;
    }

    /**
     * Asks for a region by the type of its values.
     *
     * @throws IllegalStateException if they are of another one
     */
    void ask(String region, JavaType wanted) {
        JavaType known = declared.apply(region);
        JavaType held = (known != null) ? known : asked.computeIfAbsent(region, absent -> wanted);
        if (!held.equals(wanted)) {
            throw conflict(region, held, wanted);
        }
    }

    /** Writes and reads a region's values; nothing where they have no single type, or one that leaves their classes open. */
    @Nullable
    ValueCodec codec(String region, int schemaVersion) {
        JavaType known = declared.apply(region);
        JavaType wanted = asked.get(region);
        if (known != null && wanted != null && !known.equals(wanted)) {
            // An annotated method that became visible after the typed access.
            throw conflict(region, known, wanted);
        }
        JavaType type = (known != null) ? known : wanted;
        return (type != null && ValueCodec.isForRegions(type)) ? new ValueCodec(mapper, type, schemaVersion) : null;
    }

    private static IllegalStateException conflict(String region, JavaType held, JavaType wanted) {
        return new IllegalStateException("Cache region '" + region + "' holds values of type " + held.toCanonical()
                + " (by tuned.cache.regions." + region
                + ".value-type, an annotated method or an earlier call of nearCache) and not "
                + wanted.toCanonical() + ": ask for that type, or use another region");
    }
}
