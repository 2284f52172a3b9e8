/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.clients.ClientsApplication;

import dev.tuned.examples.dropin.Application;

/** OpenFeign and an HTTP interface, which call the market with uploads of their own. */
class ClientsScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                        ClientsApplication.class,
                        "org.springframework.cloud:spring-cloud-starter-openfeign",
                        "spring-boot-starter-restclient",
                        "org.springframework:spring-test")
                .arguments("--spring.cloud.compatibility-verifier.enabled=false");
    }

    @Override
    List<String> paths() {
        return List.of("/feign", "/exchange");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "feign: plums by call", "feign.txt 220000", "exchange: figs by call", "exchange.txt 360000");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
