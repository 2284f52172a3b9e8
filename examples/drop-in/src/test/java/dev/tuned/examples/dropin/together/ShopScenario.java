/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import com.example.shop.ShopApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** A shop with pages, forms, logins, an upload, a database and a cache: what many applications consist of. */
class ShopScenario extends HttpScenario {

    @Override
    public Application application() {
        return withResources(Application.of(
                ShopApplication.class,
                ClassPath.of(
                        "spring-boot-starter-webmvc",
                        "spring-boot-starter-actuator",
                        "spring-boot-starter-security",
                        "spring-boot-starter-thymeleaf",
                        "spring-boot-starter-validation",
                        "spring-boot-starter-data-jpa",
                        "spring-boot-starter-flyway",
                        "spring-boot-starter-cache",
                        "com.h2database:h2",
                        "com.github.ben-manes.caffeine:caffeine",
                        "org.springdoc:springdoc-openapi-starter-webmvc-ui",
                        "io.micrometer:micrometer-registry-prometheus")));
    }

    @Override
    String requests() {
        return "shop.http";
    }

    @Override
    void inspect(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        actuator(port, recording);
        document("caches", port, "/actuator/caches", "/cacheManagers", "\\$", recording);
        document(
                "mappings",
                port,
                "/actuator/mappings",
                "/contexts/shop/mappings",
                "handlerMethod|requestMappingConditions|actuator/tuned",
                recording);
        document("scheduled tasks", port, "/actuator/scheduledtasks", "", "Execution", recording);
        document("openapi", port, "/v3/api-docs", "", "servers", recording);
        prometheus(port, recording);
    }
}
