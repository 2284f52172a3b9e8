/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * A product of the catalogue. Properties it does not know are kept and written back; absent ones stay absent. Immutable on the
 * outside: nested values of {@code more} are shared with the cache and must not be changed.
 *
 * @param id the product's id, also the last segment of its address
 * @param name what it is called
 * @param description a text of any length
 * @param price its price, in the catalogue's one currency
 * @param category where it is listed
 * @param tags words to find it by
 * @param stock pieces in stock
 * @param more properties this version does not know; its own name in JSON is one that none of them has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"id", "name", "description", "price", "category", "tags", "stock"})
public record Product(
        @Nullable String id,
        @Nullable String name,
        @Nullable String description,
        @Nullable BigDecimal price,
        @Nullable String category,
        @Nullable List<String> tags,
        @Nullable Integer stock,

        @JsonProperty("\0more") @JsonAnySetter @JsonAnyGetter
        Map<String, @Nullable Object> more) {

    public Product {
        tags = tags != null ? Collections.unmodifiableList(tags) : null;
        more = more != null ? Collections.unmodifiableMap(new LinkedHashMap<>(more)) : Map.of();
    }
}
