/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.util.UUID;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes products. */
@RestController
class ProductController {

    private final ProductStore products;
    private final JsonMapper json;
    private final StageTimer stages;

    ProductController(ProductStore products, JsonMapper json, ObjectProvider<StageTimer> stages) {
        this.products = products;
        this.json = json;
        this.stages = stages.getIfAvailable(() -> StageTimer.NONE);
    }

    @GetMapping("/products/{id}")
    Product product(@PathVariable String id) {
        if (!stages.time("key", () -> ProductStore.isValid(id))) {
            throw notFound(id);
        }
        return products.find(id).orElseThrow(() -> notFound(id));
    }

    @PutMapping(path = "/products/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> put(@PathVariable String id, @RequestBody ObjectNode body) {
        if (!ProductStore.isValid(id)) {
            throw new ProblemException(
                    HttpStatus.BAD_REQUEST, "The id is blank or longer than Couchbase's limit for keys");
        }
        JsonNode given = body.path("id");
        if (!given.isMissingNode() && !given.isNull() && !given.asString("").equals(id)) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, "id: must be the one in the path, or left out");
        }
        save(id, body);
        return ResponseEntity.noContent().build();
    }

    /** The id is always generated; one in the body is replaced. */
    @PostMapping(path = "/products", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Product> post(@RequestBody ObjectNode body) {
        String id = UUID.randomUUID().toString();
        return ResponseEntity.created(URI.create("/products/" + id)).body(save(id, body));
    }

    private Product save(String id, ObjectNode body) {
        Product product = Problems.readable(() -> json.treeToValue(body.put("id", id), Product.class));
        products.save(id, product);
        return product;
    }

    private static ProblemException notFound(String id) {
        return new ProblemException(HttpStatus.NOT_FOUND, "There is no product '" + id + "'");
    }
}
