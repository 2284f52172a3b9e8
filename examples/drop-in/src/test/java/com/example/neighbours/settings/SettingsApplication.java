/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.config.server.EnableConfigServer;
import org.springframework.cloud.context.config.annotation.RefreshScope;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Cloud Config: a bootstrap context above the application, which reads what the application serves, and one more at each refresh. */
@SpringBootApplication
@EnableConfigServer
@Import(Market.class)
public class SettingsApplication {

    private static final Path SETTINGS = Path.of("settings/application.properties");

    public static void main(String[] args) throws IOException {
        Files.createDirectories(SETTINGS.getParent());
        write("first", "info");
        Market.run(SettingsApplication.class, args);
    }

    static void write(String greeting, String level) throws IOException {
        Files.writeString(SETTINGS, "market.greeting=" + greeting + "\nlogging.level.com.example=" + level + "\n");
    }

    @Component
    @RefreshScope
    public static class Greeting {

        private final String text;

        Greeting(@Value("${market.greeting}") String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    @RestController
    public static class GreetingController {

        private final Greeting greeting;
        private final ContextRefresher refresher;
        private final Prices prices;

        GreetingController(Greeting greeting, ContextRefresher refresher, Prices prices) {
            this.greeting = greeting;
            this.refresher = refresher;
            this.prices = prices;
        }

        @GetMapping("/greeting")
        String greeting() {
            return "greeting: " + greeting.text() + ", " + prices.price(greeting.text());
        }

        @GetMapping("/changed")
        String changed() throws IOException {
            write("second", "debug");
            Set<String> changed = new TreeSet<>(refresher.refresh());
            return "changed: " + changed + ", " + greeting();
        }
    }
}
