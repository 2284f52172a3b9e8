/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders and logs them: a line for the order, and one for each of its items. */
@RestController
class OrderController {

    private static final Logger log = LoggerFactory.getLogger(OrderController.class);
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

    private final AtomicLong lastNumber = new AtomicLong();

    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Accepted> order(@Valid @RequestBody Order order) {
        long number = lastNumber.incrementAndGet();
        log.info(
                "order {} accepted: user {}, {} items{}",
                number,
                oneLine(order.userId()),
                order.items().size(),
                order.detail() == null ? "" : ", " + oneLine(order.detail()));
        int position = 0;
        for (Item item : order.items()) {
            log.info(
                    "order {} item {}: {} x product {}",
                    number,
                    ++position,
                    item.quantity(),
                    oneLine(item.productId()));
        }
        return accepted(number);
    }

    /** Takes an order that no carrier delivers: it is not checked, and the failure is logged. */
    @PostMapping(path = "/orders/undeliverable", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Accepted> undeliverable(@RequestBody Order order) {
        long number = lastNumber.incrementAndGet();
        log.warn(
                "order {} undeliverable",
                number,
                new IllegalStateException("no carrier delivers to user " + oneLine(String.valueOf(order.userId()))));
        return accepted(number);
    }

    private static ResponseEntity<Accepted> accepted(long number) {
        return ResponseEntity.created(URI.create("/orders/" + number)).body(new Accepted(number));
    }

    /** A client's text cannot begin a line of its own. */
    private static String oneLine(String text) {
        return LINE_BREAKS.matcher(text).replaceAll("_");
    }

    record Order(
            @NotBlank String userId,
            @NotEmpty List<@NotNull @Valid Item> items,
            @Nullable String detail) {}

    record Item(@NotBlank String productId, @Positive int quantity) {}

    record Accepted(long number) {}
}
