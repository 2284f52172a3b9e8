/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.Serializable;
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

/** A product of the catalogue. It keeps properties that it does not know, and absent ones stay absent. */
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

        // A name that no document has: by "more", Jackson would bind a property of that name instead of keeping it.
        @JsonProperty("\0more") @JsonAnySetter @JsonAnyGetter
        Map<String, @Nullable Object> more)
        implements Serializable {

    public Product {
        tags = tags != null ? Collections.unmodifiableList(tags) : null;
        more = more != null ? Collections.unmodifiableMap(new LinkedHashMap<>(more)) : Map.of();
    }

    Product withId(String id) {
        return new Product(id, name, description, price, category, tags, stock, more);
    }
}
