/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class OrderTests extends CatalogServer {

    @Test
    void anOrderHasANumberALocationAndOneLine(CapturedOutput output) {
        long first = order("a present");
        long second = order("another");
        assertThat(second).isEqualTo(first + 1);
        assertThat(lines(output, first)).singleElement().asString().contains("INFO", "\"a present\"");
    }

    @Test
    void aClientsTextNeitherBreaksTheLineNorPassesForAnotherOrder(CapturedOutput output) {
        long number = order("x");
        String forged =
                "order " + (number + 1) + "\\n2026 INFO ORDER " + (number + 1) + " \\u2028\\r\\u0085\\u001b[31m\\u202e";
        assertThat(order(forged)).isEqualTo(number + 1);
        assertThat(order("order " + number)).isEqualTo(number + 2);
        for (long n = number; n <= number + 2; n++) {
            assertThat(lines(output, n)).as("order " + n).hasSize(1);
        }
        assertThat(lines(output, number + 1)).allMatch(line -> line.chars().noneMatch(c -> c < ' ' || c == 0x202e));
    }

    @ParameterizedTest
    @ValueSource(strings = {"userId", "productId", "detail"})
    void aMissingBlankOrWrongFieldIsNamed(String field) {
        String whole = "{\"userId\":\"u\",\"productId\":\"p\",\"detail\":\"d\"}";
        List<String> values = List.of("null", "\"\"", "\" \\t\"", "{}", "[]", "true");
        for (String value : values) {
            String body = whole.replaceFirst("(\"" + field + "\":)\"\\w\"", "$1" + value.replace("\\", "\\\\"));
            String detail = problem(sendJson("POST", "/orders", body), 400)
                    .path("detail")
                    .asString();
            assertThat(detail).as(body).startsWith(field + ":");
        }
        String without = whole.replaceFirst("\"" + field + "\":\"\\w\",?", "").replace(",}", "}");
        assertThat(problem(sendJson("POST", "/orders", without), 400)
                        .path("detail")
                        .asString())
                .startsWith(field + ":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "null", "\"x\""})
    void whatIsNotAnObjectIsRefused(String body) {
        problem(sendJson("POST", "/orders", body), 400);
    }

    @Test
    void anOrderThatCannotBeDeliveredHasItsNumberAndTheExceptionInTheLog(CapturedOutput output) {
        long before = logCalls();
        HttpResponse<String> response = sendJson("POST", "/orders/undeliverable", "{\"productId\":\"17\\n\"}");
        assertThat(response.statusCode()).isEqualTo(201);
        long number = json(response).path("number").asLong();
        assertThat(lines(output, number)).singleElement().asString().contains("WARN", "its delivery failed");
        assertThat(output.getOut())
                .contains("IllegalStateException: no carrier takes product \"17\\u000a\"")
                .contains("at " + OrderController.class.getName());
        assertThat(logCalls()).isEqualTo(before + 1);
    }

    private long logCalls() {
        return json(get("/actuator/process")).path("logCalls").asLong();
    }

    private long order(String detail) {
        HttpResponse<String> response =
                sendJson("POST", "/orders", "{\"userId\":\"order 1\",\"productId\":7,\"detail\":\"" + detail + "\"}");
        assertThat(response.statusCode()).isEqualTo(201);
        long number = json(response).path("number").asLong();
        assertThat(response.headers().firstValue("Location")).hasValue("/orders/" + number);
        assertThat(response.body()).isEqualTo("{\"number\":" + number + "}");
        return number;
    }

    private static List<String> lines(CapturedOutput output, long number) {
        return output.getOut()
                .lines()
                .filter(line -> line.matches("(?i).*\\border " + number + "\\b.*"))
                .collect(Collectors.toList());
    }
}
