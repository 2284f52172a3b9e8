/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.util.UUID;

import com.couchbase.client.core.error.CouchbaseException;
import jakarta.validation.constraints.Size;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Reads and writes products. */
@RestController
class ProductController {

    private static final Logger log = LoggerFactory.getLogger(ProductController.class);

    private final ProductStore products;

    ProductController(ProductStore products) {
        this.products = products;
    }

    @GetMapping("/products/{id}")
    Product product(@PathVariable String id) {
        return products.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @PutMapping(path = "/products/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> put(@PathVariable @Size(max = ProductStore.MAX_ID) String id, @RequestBody Product product) {
        products.save(id, product.withId(id));
        return ResponseEntity.noContent().build();
    }

    /** The id is always generated; one in the body is replaced. */
    @PostMapping(path = "/products", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Product> post(@RequestBody Product product) {
        String id = UUID.randomUUID().toString();
        Product created = product.withId(id);
        products.save(id, created);
        return ResponseEntity.created(URI.create("/products/" + id)).body(created);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> couchbase(CouchbaseException ex) {
        log.warn("Couchbase did not answer: {}", ex.getClass().getSimpleName());
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Couchbase does not answer");
        return ResponseEntity.of(problem).header(HttpHeaders.RETRY_AFTER, "1").build();
    }
}
