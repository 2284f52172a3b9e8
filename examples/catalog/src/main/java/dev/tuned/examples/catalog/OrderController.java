/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    private static final Logger log = LoggerFactory.getLogger(OrderController.class);

    private final AtomicLong last = new AtomicLong();

    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Accepted> order(@RequestBody ObjectNode body) {
        String user = text(body, "userId");
        String product = text(body, "productId");
        String detail = text(body, "detail");
        long number = last.incrementAndGet();
        log.info(
                "order {} accepted: user {}, product {}, detail {}",
                number,
                LogText.quote(user),
                LogText.quote(product),
                LogText.quote(detail));
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
