/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MultipartFile;

/** What every neighbour's application has: forms, uploads, a cached method, an asynchronous answer, a static file, log lines. */
@Configuration(proxyBeanMethods = false)
@EnableCaching
public class Market {

    private static final Logger logger = LoggerFactory.getLogger(Market.class);

    /** Starts {@code application}, which imports this class, with a static file beside it. */
    public static void run(Class<?> application, String... args) throws IOException {
        Files.createDirectories(Path.of("site"));
        Files.writeString(Path.of("site/list.txt"), ListFile.CONTENT);
        SpringApplication.run(application, args);
    }

    /** The static file. It is apart, for tests that compare its content. */
    public static final class ListFile {

        public static final String CONTENT = "a line of a static file\n".repeat(3_000);

        private ListFile() {}
    }

    @Bean
    Prices prices() {
        return new Prices();
    }

    /** Calls of its method are counted: the second read of a key is a hit. */
    public static class Prices {

        private final AtomicInteger calls = new AtomicInteger();

        @Cacheable("prices")
        public String price(String id) {
            logger.info("looks up {}", id);
            return id + " by call " + calls.incrementAndGet();
        }
    }

    @RestController
    public static class Stalls {

        private final Prices prices;

        Stalls(Prices prices) {
            this.prices = prices;
        }

        @PostMapping("/form")
        String form(WebRequest request) {
            return parameters(request);
        }

        @PostMapping("/upload")
        String upload(WebRequest request, @RequestParam MultipartFile file) throws IOException {
            logger.info("upload of {} bytes", file.getSize());
            return parameters(request) + " " + file.getOriginalFilename() + " " + file.getSize() + " "
                    + DigestUtils.md5DigestAsHex(file.getBytes());
        }

        @PostMapping("/text")
        String text(@RequestBody String text) {
            return text.toUpperCase(Locale.ROOT);
        }

        @GetMapping("/price/{id}")
        String price(@PathVariable String id) {
            return prices.price(id);
        }

        @GetMapping("/later")
        Callable<String> later(@RequestParam String q) {
            return () -> {
                logger.info("later");
                return "later " + q;
            };
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("broken");
        }

        private static String parameters(WebRequest request) {
            Map<String, String[]> sorted = new TreeMap<>(request.getParameterMap());
            return sorted.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + String.join("|", entry.getValue()) + " and first "
                            + request.getParameter(entry.getKey()))
                    .collect(Collectors.joining(", "));
        }
    }
}
