/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.web.server.context.WebServerPortFileWriter;
import org.springframework.context.annotation.Bean;

/** Stores uploads in a directory. The profile {@code stock} does the same without the starter. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class StreamingApplication {

    public static void main(String[] args) {
        SpringApplication.run(StreamingApplication.class, args);
    }

    /**
     * Writes the port to {@code catalog.port-file} once the server listens, for the process that started it at a free
     * one.
     */
    @Bean
    @ConditionalOnProperty("catalog.port-file")
    static WebServerPortFileWriter portFileWriter(@Value("${catalog.port-file}") String file) {
        return new WebServerPortFileWriter(file);
    }
}
