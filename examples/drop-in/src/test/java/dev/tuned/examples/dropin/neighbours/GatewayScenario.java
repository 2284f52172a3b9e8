/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.gateway.GatewayApplication;

import dev.tuned.examples.dropin.Application;

/** Spring Cloud Gateway, which hands uploads on as they are. It has a multipart resolver of its own, so that all is left to stock. */
class GatewayScenario extends UploadNeighboursScenario {

    @Override
    public Application application() {
        return uploads(GatewayApplication.class, "org.springframework.cloud:spring-cloud-starter-gateway-server-webmvc")
                .arguments(
                        "--spring.servlet.multipart.enabled=true",
                        "--spring.cloud.compatibility-verifier.enabled=false");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.pastLeftToStock(
                "gateway", () -> uploader.usual("/gateway"), "POST http://127.0.0.1:", "/backend/parts");
        uploader.pastLeftToStock("backend", () -> uploader.usual("/backend"), "POST http://localhost/backend/parts");
    }
}
