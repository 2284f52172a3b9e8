/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** Code of applications and tests that looks for its appender and does something with it; each case has a file of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class LookupApplication {

    public static void main(String[] args) {
        ConfigurableApplicationContext application = SpringApplication.run(LookupApplication.class, args);
        LookupCases.all().forEach((name, use) -> {
            Lookup lookup = new Lookup(name);
            Notes.outcome(name, () -> use.apply(lookup));
        });
        application.close();
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
        LookupCases.all().keySet().forEach(LogFiles::note);
    }
}
