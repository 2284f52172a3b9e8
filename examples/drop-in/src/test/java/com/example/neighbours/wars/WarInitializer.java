/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.wars;

import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;

/** What a web application starts with. Loaded by its own class loader only. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WarInitializer extends SpringBootServletInitializer {

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(WarInitializer.class);
    }

    /** Logs with the web application's own Logback. */
    public static void log(String line) {
        LoggerFactory.getLogger("war").info(line);
    }
}
