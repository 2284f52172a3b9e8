/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.gateway;

import java.net.URI;

import com.example.neighbours.uploads.Uploads;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.gateway.server.mvc.common.MvcUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

import static org.springframework.cloud.gateway.server.mvc.filter.BeforeFilterFunctions.addRequestHeader;
import static org.springframework.cloud.gateway.server.mvc.filter.BeforeFilterFunctions.rewritePath;
import static org.springframework.cloud.gateway.server.mvc.handler.GatewayRouterFunctions.route;
import static org.springframework.cloud.gateway.server.mvc.handler.HandlerFunctions.http;
import static org.springframework.web.servlet.function.RequestPredicates.path;

/** Spring Cloud Gateway, which hands uploads on to controllers of the same application. */
@SpringBootApplication
@Import(Uploads.class)
public class GatewayApplication {

    public static void main(String[] args) {
        SpringApplication.run(GatewayApplication.class, args);
    }

    @Bean
    RouterFunction<ServerResponse> gateway(Environment environment) {
        return route("backend")
                .route(path("/gateway/**"), http())
                .before(rewritePath("/gateway/(?<rest>.*)", "/backend/${rest}"))
                .before(addRequestHeader("X-Gateway", "here"))
                .before(request -> {
                    String port = environment.getRequiredProperty("local.server.port");
                    MvcUtils.setRequestUrl(request, URI.create("http://127.0.0.1:" + port));
                    return request;
                })
                .build();
    }
}
