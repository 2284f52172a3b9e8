/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import org.slf4j.MDC;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/api")
class ShopApi {

    private final Catalog catalog;
    private final Mailer mailer;
    private final JdbcTemplate jdbc;

    ShopApi(Catalog catalog, Mailer mailer, JdbcTemplate jdbc) {
        this.catalog = catalog;
        this.mailer = mailer;
        this.jdbc = jdbc;
    }

    @GetMapping("/products")
    List<Product> search(@RequestParam(defaultValue = "") String text) {
        return catalog.search(text);
    }

    @GetMapping("/products/{id}")
    ResponseEntity<Product> find(@PathVariable long id) {
        return ResponseEntity.of(catalog.find(id));
    }

    @GetMapping("/products/{id}/same")
    boolean same(@PathVariable long id) {
        return catalog.find(id).orElseThrow() == catalog.find(id).orElseThrow();
    }

    @PostMapping("/products")
    @ResponseStatus(HttpStatus.CREATED)
    Product add(@Valid @RequestBody Product product) {
        return catalog.save(product);
    }

    @PostMapping("/products/import")
    Map<String, Object> load(@RequestPart @Valid Product product, @RequestPart List<MultipartFile> files) {
        Map<String, Object> loaded = new TreeMap<>();
        loaded.put("id", catalog.save(product).getId());
        files.forEach(file -> loaded.put(file.getOriginalFilename(), file.getName() + " " + file.getSize()));
        return loaded;
    }

    @PostMapping("/products/{id}/buy")
    int buy(@PathVariable long id, @RequestParam @Positive @Max(100) int quantity) {
        return catalog.buy(id, quantity);
    }

    @DeleteMapping("/products/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable long id) {
        catalog.delete(id);
    }

    @GetMapping("/reads")
    int reads() {
        return catalog.reads();
    }

    @GetMapping("/transactions/{key}")
    String transaction(@PathVariable String key) {
        return catalog.transaction(key);
    }

    @GetMapping("/mail")
    CompletableFuture<String> mail(@RequestParam String to) {
        MDC.put("request", to);
        try {
            return mailer.send(to);
        } finally {
            MDC.remove("request");
        }
    }

    @GetMapping("/mail/thread")
    CompletableFuture<String> mailThread() {
        return mailer.thread();
    }

    @GetMapping("/cleaner")
    String cleaner() throws InterruptedException {
        return mailer.cleaner();
    }

    @GetMapping("/later")
    Callable<String> later() {
        return () -> "later "
                + SecurityContextHolder.getContext().getAuthentication().getName();
    }

    @GetMapping("/teapot")
    String teapot() {
        throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT, "short and stout");
    }

    @GetMapping("/rows")
    List<Map<String, Object>> rows() {
        return jdbc.queryForList("select * from product order by id");
    }

    @GetMapping("/migrations")
    List<Map<String, Object>> migrations() {
        return jdbc.queryForList("select \"version\", \"description\", \"success\" from \"flyway_schema_history\"");
    }
}
