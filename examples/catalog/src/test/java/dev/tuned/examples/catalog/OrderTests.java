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

    private static final String ITEM = "{\"productId\":\"17\",\"quantity\":2}";

    @Test
    void anOrderHasANumberALocationAndOneLineForEachItem(CapturedOutput output) {
        HttpResponse<String> response = order("{\"userId\":\"u-1042\",\"items\":[" + ITEM + "," + ITEM + "]}");
        long number = number(response);
        assertThat(response.headers().firstValue("Location")).hasValue("/orders/" + number);
        assertThat(response.body()).isEqualTo("{\"number\":" + number + "}");
        assertThat(lines(output, number)).hasSize(3).allMatch(line -> line.contains("INFO"));
        assertThat(lines(output, number).get(0)).endsWith("order " + number + " accepted: user u-1042, 2 items");
        assertThat(lines(output, number).get(2)).endsWith("order " + number + " item 2: 2 x product 17");
    }

    @Test
    void numbersCountUpAndADetailIsAppended(CapturedOutput output) {
        String body = "{\"userId\":\"u\",\"items\":[" + ITEM + "],\"detail\":\"a present\"}";
        long first = number(order(body));
        assertThat(number(order(body))).isEqualTo(first + 1);
        assertThat(lines(output, first).get(0)).endsWith("user u, 1 items, a present");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\n", "\\r", "\\u0085", "\\u2028", "\\u2029", "\\u000b", "\\u001b[31m"})
    void aClientsTextCannotBeginALine(String lineBreak, CapturedOutput output) {
        String text = "x" + lineBreak + "forged";
        number(order(("{'userId':'" + text + "','detail':'" + text + "','items':[{'productId':'" + text
                        + "','quantity':1}]}")
                .replace('\'', '"')));
        assertThat(output.getOut().lines().filter(line -> line.contains("forged")))
                .allMatch(line -> line.contains("order ") && line.chars().noneMatch(c -> c < ' '));
        assertThat(output.getOut()).doesNotContain("\u0085", "\u2028", "\u2029");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "null",
                "{}",
                "{'userId':' ','items':[{'productId':'17','quantity':2}]}",
                "{'userId':'u'}",
                "{'userId':'u','items':[]}",
                "{'userId':'u','items':[null]}",
                "{'userId':'u','items':[{'quantity':2}]}",
                "{'userId':'u','items':[{'productId':'17','quantity':0}]}",
                "{'userId':'u','productId':'17','detail':'d'}"
            })
    void whatIsNoOrderIsRefused(String body) {
        problem(sendJson("POST", "/orders", body.replace('\'', '"')), 400);
    }

    @Test
    void anOrderThatCannotBeDeliveredHasItsNumberAndTheExceptionInTheLog(CapturedOutput output) {
        HttpResponse<String> response =
                sendJson("POST", "/orders/undeliverable", "{\"userId\":\"u\\n\",\"items\":[" + ITEM + "]}");
        long number = number(response);
        assertThat(lines(output, number))
                .singleElement()
                .asString()
                .contains("WARN", "order " + number + " undeliverable");
        assertThat(output.getOut())
                .contains("IllegalStateException: no carrier delivers to user u_")
                .contains("at " + OrderController.class.getName());
    }

    private HttpResponse<String> order(String body) {
        return sendJson("POST", "/orders", body);
    }

    private static long number(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return json(response).path("number").asLong();
    }

    private static List<String> lines(CapturedOutput output, long number) {
        return output.getOut()
                .lines()
                .filter(line -> line.matches(".*\\border " + number + "\\b.*"))
                .collect(Collectors.toList());
    }
}
