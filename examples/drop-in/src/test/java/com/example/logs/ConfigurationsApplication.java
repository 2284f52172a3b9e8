/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** Starts an application for each line {@code name: arguments} of a file, logs the hundred events, and closes it. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class ConfigurationsApplication {

    /** The file is the last argument; what stands before it is for every application. */
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[args.length - 1]))) {
            if (!line.startsWith("#")) {
                String[] parts = line.split(": ?", 2);
                List<String> arguments = new ArrayList<>(List.of(args).subList(0, args.length - 1));
                arguments.addAll(parts[1].isBlank() ? List.of() : List.of(parts[1].split(" +")));
                arguments.replaceAll(argument -> argument.replace("@DIR@", "logs/" + parts[0]));
                play(parts[0], arguments.toArray(String[]::new));
            }
        }
    }

    private static void play(String name, String[] arguments) {
        System.out.println("=== " + name);
        Notes.outcome(name, () -> {
            try (ConfigurableApplicationContext application =
                    SpringApplication.run(ConfigurationsApplication.class, arguments)) {
                Logger logger = LoggerFactory.getLogger("com.example.orders.Configured");
                AppendersApplication.log(logger, Events.all(), name);
                LoggerFactory.getLogger("com.example.other").warn("from another logger");
                return application.isRunning();
            }
        });
        LoggerFactory.getLogger("com.example.orders.Closed").warn("after the end of {}", name);
        LogFiles.note(name);
    }
}
