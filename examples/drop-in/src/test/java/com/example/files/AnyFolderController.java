/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Handlers that may be meant by a request below any prefix. */
@Controller
@Profile("any-folder")
class AnyFolderController {

    @GetMapping("/{any}/by-any.txt")
    @ResponseBody
    String any(@PathVariable String any) {
        return "any " + any;
    }

    @Bean
    static RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .GET("/routed/special.txt", request -> ServerResponse.ok().body("special, by a route"))
                .build();
    }
}
