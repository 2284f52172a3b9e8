/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.probes;

import java.nio.file.Files;
import java.nio.file.Path;

import com.example.files.SiteFiles;
import com.example.neighbours.ManagementPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Holds requests, in their threads or without one, until a file is written; with health probes beside. */
@SpringBootApplication
@Import(ManagementPort.class)
@RestController
public class ProbesApplication {

    private static final Logger logger = LoggerFactory.getLogger(ProbesApplication.class);
    private static final long POLL_MILLIS = 10;

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(ProbesApplication.class, args);
    }

    @GetMapping("/hello")
    String hello() {
        return "hello";
    }

    /** Waits for a file of this name. */
    @GetMapping("/hold/{file}")
    String hold(@PathVariable String file) throws InterruptedException {
        logger.info("holding until {}", file);
        return await(file);
    }

    /** The same without a thread of the server's. */
    @GetMapping("/hold-without-thread/{file}")
    DeferredResult<String> holdWithoutThread(@PathVariable String file) {
        DeferredResult<String> result = new DeferredResult<>(0L);
        new Thread(() -> complete(result, file), "releaser").start();
        logger.info("holding until {}", file);
        return result;
    }

    private static void complete(DeferredResult<String> result, String file) {
        try {
            result.setResult(await(file));
        } catch (InterruptedException ex) {
            result.setErrorResult(ex);
        }
    }

    private static String await(String file) throws InterruptedException {
        while (!Files.exists(Path.of(file))) {
            Thread.sleep(POLL_MILLIS);
        }
        return "held until " + file;
    }
}
