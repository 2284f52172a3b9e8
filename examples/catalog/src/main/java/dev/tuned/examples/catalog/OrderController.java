/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes orders: a number and one line in the log each. Numbers count up from 1 since the start. */
@RestController
class OrderController {

    private final OrderLog log;
    private final AtomicLong last = new AtomicLong();

    OrderController(OrderLog log) {
        this.log = log;
    }

    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Accepted> order(@RequestBody ObjectNode body) {
        String user = text(body, "userId");
        String product = text(body, "productId");
        String detail = text(body, "detail");
        long number = last.incrementAndGet();
        log.accepted(number, user, product, detail);
        return accepted(number);
    }

    /** Takes an order that cannot be delivered at once: the failure is logged, the order stays. */
    @PostMapping(path = "/orders/undeliverable", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Accepted> undeliverable(@RequestBody ObjectNode body) {
        String product = text(body, "productId");
        long number = last.incrementAndGet();
        log.undelivered(number, new IllegalStateException("no carrier takes product " + LogText.quote(product)));
        return accepted(number);
    }

    private static ResponseEntity<Accepted> accepted(long number) {
        return ResponseEntity.created(URI.create("/orders/" + number)).body(new Accepted(number));
    }

    /** Numbers are taken as text: ids often are. */
    private static String text(ObjectNode body, String field) {
        JsonNode value = body.path(field);
        String text = value.isString() || value.isNumber() ? value.asString() : "";
        if (text.isBlank()) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, field + ": must be a string that is not blank");
        }
        return text;
    }

    record Accepted(long number) {}
}
