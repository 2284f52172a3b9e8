/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartFile;

/** Small application on a real server that takes uploads by both tiers and says how many bytes it got. */
final class DefenceServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    DefenceServer(String... properties) {
        String[] all = Stream.concat(
                        Stream.of("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off"),
                        Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        this.context = new SpringApplicationBuilder(Application.class).run(all);
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    /** Uploads of the tier that ended that way. */
    long outcomes(String tier, String outcome) {
        var timer = meters().find("tuned.upload.requests")
                .tags("tier", tier, "outcome", outcome)
                .timer();
        return (timer == null) ? 0 : timer.count();
    }

    long memoryUsed() {
        return context.getBean(UploadEngine.class).memory().used();
    }

    long files() throws IOException {
        try (Stream<Path> files =
                Files.list(Path.of(context.getBean(MultipartConfigElement.class).getLocation()))) {
            return files.count();
        }
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @RestController
        static class Uploads {

            @PostMapping("/parts")
            String parts(HttpServletRequest request) throws Exception {
                return "parts " + request.getParts().size();
            }

            @PostMapping("/stream")
            String stream(UploadStream upload) throws IOException {
                int parts = 0;
                while (upload.next() != null) {
                    parts++;
                }
                return "parts " + parts;
            }
        }

        @RestController
        static class OwnAnswer {

            @PostMapping("/own-answer")
            String take(@RequestParam MultipartFile file) {
                return "size " + file.getSize();
            }

            @ExceptionHandler
            ResponseEntity<String> tooLarge(MaxUploadSizeExceededException ex) {
                return ResponseEntity.status(HttpStatus.CONFLICT).body("limit " + ex.getMaxUploadSize());
            }
        }
    }
}
