/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.assistant;

import java.io.IOException;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** Spring AI's server of tools on Spring MVC: a tool that asks the cached method. */
@SpringBootApplication
@Import(Market.class)
public class AssistantApplication {

    public static void main(String[] args) throws IOException {
        Market.run(AssistantApplication.class, args);
    }

    public static class Tools {

        private final Prices prices;

        Tools(Prices prices) {
            this.prices = prices;
        }

        @Tool(description = "the price of a kind of fruit")
        public String price(String id) {
            return "tool: " + prices.price(id);
        }
    }

    @Bean
    ToolCallbackProvider tools(Prices prices) {
        return MethodToolCallbackProvider.builder()
                .toolObjects(new Tools(prices))
                .build();
    }

    @RestController
    public static class ToolController {

        private final Environment environment;

        ToolController(Environment environment) {
            this.environment = environment;
        }

        @GetMapping("/tool/list")
        String list() {
            return send("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}");
        }

        @GetMapping("/tool/price")
        String price() {
            String call = "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"tools/call\", \"params\":"
                    + " {\"name\": \"price\", \"arguments\": {\"id\": \"melons\"}}}";
            return send(call) + send(call);
        }

        private String send(String message) {
            return RestClient.create(
                            "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port") + "/mcp")
                    .post()
                    .contentType(MediaType.APPLICATION_JSON)
                    .accept(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)
                    .body(message)
                    .retrieve()
                    .body(String.class);
        }
    }
}
