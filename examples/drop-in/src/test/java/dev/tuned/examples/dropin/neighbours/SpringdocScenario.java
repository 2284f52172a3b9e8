/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.springdoc.SpringdocApplication;

import dev.tuned.examples.dropin.Application;

/** springdoc, which describes the controllers and changes a page of Swagger UI on its way. */
class SpringdocScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(SpringdocApplication.class, "org.springdoc:springdoc-openapi-starter-webmvc-ui");
    }

    @Override
    List<String> paths() {
        return List.of(
                "/v3/api-docs",
                "/v3/api-docs.yaml",
                "/swagger-ui.html",
                "/swagger-ui/index.html",
                "/swagger-ui/swagger-initializer.js",
                "/swagger-ui/swagger-ui.css");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "\"configUrl\" : \"/v3/api-docs/swagger-config\"");
    }
}
