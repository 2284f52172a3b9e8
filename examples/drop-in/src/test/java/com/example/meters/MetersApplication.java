/* SPDX-License-Identifier: Apache-2.0 */
package com.example.meters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Controllers, files and tasks of which meters are kept. */
@SpringBootApplication
@EnableAsync
@RestController
public class MetersApplication {

    private final TaskExecutor executor;

    MetersApplication(TaskExecutor executor) {
        this.executor = executor;
    }

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of("site"));
        Files.write(Path.of("site/49k.bin"), new byte[50_000]);
        Files.write(Path.of("site/small.txt"), new byte[10]);
        SpringApplication.run(MetersApplication.class, args);
    }

    @GetMapping("/hello/{name}")
    String hello(@PathVariable String name) {
        return "Hello " + name;
    }

    @GetMapping("/broken")
    String broken() {
        throw new IllegalStateException("broken");
    }

    @GetMapping("/task")
    CompletableFuture<String> task() {
        CompletableFuture<String> done = new CompletableFuture<>();
        executor.execute(() -> done.complete("done"));
        return done;
    }

    @Async
    public void unused() {}
}
