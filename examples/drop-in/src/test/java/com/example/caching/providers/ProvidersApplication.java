/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.io.File;
import java.util.Arrays;
import java.util.List;

import org.apache.commons.logging.LogFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import dev.tuned.examples.dropin.inside.Notes;

/** Does not cache itself, but starts others that do: each configures its cache provider in its own way. */
@EnableAutoConfiguration
public class ProvidersApplication {

    public static void main(String[] args) {
        SpringApplication.run(ProvidersApplication.class, args);
    }

    @Bean
    static ApplicationRunner rows(Environment environment) {
        return arguments -> {
            LogFactory.getLog(ProvidersApplication.class).info("Others start now");
            Notes.add("class path", "jars", jars());
            List<Row> rows = switch (environment.getRequiredProperty("app.table")) {
                case "caffeine" -> CaffeineRows.rows();
                case "jcache" -> JCacheRows.rows();
                case "redis" -> RedisRows.rows();
                default -> PlainRows.rows();
            };
            rows.forEach(Row::play);
        };
    }

    private static List<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> new File(path).getName())
                .filter(name -> name.endsWith(".jar") && !name.startsWith("tuned-"))
                .map(name -> name.replaceAll("-[0-9].*", ""))
                .sorted()
                .toList();
    }
}
