/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours;

import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells at which port the actuator is, which may be one of its own. */
@RestController
public class ManagementPort {

    private final Environment environment;

    ManagementPort(Environment environment) {
        this.environment = environment;
    }

    @GetMapping("/management-port")
    String port() {
        return environment.getProperty("local.management.port");
    }
}
