/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import tools.jackson.databind.JavaType;

import dev.tuned.cache.autoconfigure.annotated.DeclaredTypes;
import dev.tuned.cache.autoconfigure.annotated.ValueTypes;

/** The regions known at start-up and the type of their values: the one a property names, else the declared one. */
final class RegionTypes {

    private final Map<String, JavaType> named = new HashMap<>();
    private final Set<String> configured;
    private final DeclaredTypes declared;

    RegionTypes(CacheProperties properties, DeclaredTypes declared) {
        this.configured = properties.getRegions().keySet();
        this.declared = declared;
        for (Map.Entry<String, CacheProperties.Region> region :
                properties.getRegions().entrySet()) {
            String type = region.getValue().getValueType();
            if (type != null) {
                String property = CacheProperties.prefix(region.getKey()) + "value-type";
                named.put(region.getKey(), named(declared.valueTypes(), property, type));
            }
        }
    }

    /** The regions in properties and those that beans use, as far as the beans show it by now. */
    Set<String> regions() {
        declared.scan();
        Set<String> regions = new HashSet<>(configured);
        regions.addAll(declared.regions());
        return regions;
    }

    @Nullable
    JavaType type(String region) {
        JavaType type = named.get(region);
        return (type != null) ? type : declared.of(region);
    }

    private static JavaType named(ValueTypes valueTypes, String property, String type) {
        try {
            return valueTypes.named(type);
        } catch (IllegalArgumentException ex) {
            throw new InvalidConfigurationPropertyValueException(
                    property,
                    type,
                    "there is no such type on the class path; write the full name of a class, with its type arguments if it "
                            + "has any, like java.util.List<com.acme.Product>");
        }
    }
}
