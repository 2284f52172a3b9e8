/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.List;
import java.util.function.Consumer;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** Logs to every logger {@code com.example.orders.<sequence>.<name>} of its configuration, ends logging and reads the files. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class AppendersApplication {

    private static final String PREFIX = "com.example.orders.";

    public static void main(String[] args) {
        ConfigurableApplicationContext application = SpringApplication.run(AppendersApplication.class, args);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        List<Logger> loggers = List.copyOf(context.getLoggerList().stream()
                .filter(logger -> logger.getName().startsWith(PREFIX))
                .filter(logger -> logger.getName().indexOf('.', PREFIX.length()) > 0)
                .toList());
        loggers.forEach(logger -> log(logger, Sequences.get(part(logger, 0)), part(logger, 1)));
        application.close();
        context.stop();
        loggers.forEach(logger -> LogFiles.note(part(logger, 1)));
    }

    private static String part(Logger logger, int part) {
        return logger.getName().substring(PREFIX.length()).split("\\.", 2)[part];
    }

    static void log(Logger logger, List<Consumer<Logger>> events, String name) {
        for (int i = 0; i < events.size(); i++) {
            try {
                events.get(i).accept(logger);
            } catch (Throwable ex) {
                Notes.add(name, "thrown to caller", i + ": " + ex);
            }
        }
    }
}
