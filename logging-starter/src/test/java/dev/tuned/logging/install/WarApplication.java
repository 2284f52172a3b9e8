/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;

/** What a WAR starts with. Loaded by its own class loader only. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WarApplication extends SpringBootServletInitializer {

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(WarApplication.class);
    }

    /** Logs with the WAR's own Logback. */
    public static void log(String line) {
        LoggerFactory.getLogger("war").info(line);
    }
}
