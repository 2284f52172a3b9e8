/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.assistant.AssistantApplication;

import dev.tuned.examples.dropin.Application;

/** Spring AI's server of tools. */
class AssistantScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(AssistantApplication.class, "org.springframework.ai:spring-ai-starter-mcp-server-webmvc")
                .arguments("--spring.ai.mcp.server.protocol=STATELESS");
    }

    @Override
    List<String> paths() {
        return List.of("/tool/list", "/tool/price");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "the price of a kind of fruit", "tool: melons by call");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
