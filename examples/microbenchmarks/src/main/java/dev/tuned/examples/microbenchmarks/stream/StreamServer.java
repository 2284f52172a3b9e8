/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

import com.sun.management.OperatingSystemMXBean;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;
import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.sink.FileSystemSink;

/** Takes raw bodies, multipart ones and forms, and drops them or writes them to files. Each answer is the number of bytes. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = ThreadsAutoConfiguration.class)
@Import(StreamServer.Endpoints.class)
class StreamServer {

    /** Prints the port and serves until standard input ends, so that no server outlives its client. */
    public static void main(String[] args) throws IOException {
        try (var context = (ServletWebServerApplicationContext) SpringApplication.run(StreamServer.class, args)) {
            System.out.println("port=" + context.getWebServer().getPort());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    @RestController
    static class Endpoints {

        private static final OperatingSystemMXBean SYSTEM =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        private final Path directory = Files.createTempDirectory("stream-benchmark-");
        private final FileSystemSink sink = FileSystemSink.in(directory);

        Endpoints() throws IOException {}

        /** CPU time of this process in nanoseconds. */
        @GetMapping("/cpu")
        String cpu() {
            return Long.toString(SYSTEM.getProcessCpuTime());
        }

        /** Milliseconds of pauses, and their number. */
        @GetMapping("/pauses")
        String pauses() {
            long millis = 0;
            long count = 0;
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                millis += collector.getCollectionTime();
                count += collector.getCollectionCount();
            }
            return millis + " " + count;
        }

        /** As most code does. */
        @PostMapping("/form")
        String form(@RequestParam MultipartFile file) throws IOException {
            byte[] buffer = new byte[8 * 1024];
            long size = 0;
            try (InputStream in = file.getInputStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    size += count;
                }
            }
            return Long.toString(size);
        }

        @PostMapping("/raw/drain")
        String rawDrain(HttpServletRequest request) throws IOException {
            return Long.toString(request.getInputStream().transferTo(OutputStream.nullOutputStream()));
        }

        @PostMapping("/raw/file")
        String rawFile(HttpServletRequest request) throws IOException {
            Path file = Files.createTempFile(directory, "", "");
            try (InputStream in = request.getInputStream();
                    OutputStream out = Files.newOutputStream(file)) {
                return Long.toString(in.transferTo(out));
            } finally {
                Files.delete(file);
            }
        }

        @PostMapping("/stream/drain")
        @UploadLimits(maxFileSize = "1GB", maxRequestSize = "1GB")
        String streamDrain(UploadStream upload) throws IOException {
            long size = 0;
            for (UploadPart part : upload) {
                size += part.inputStream().transferTo(OutputStream.nullOutputStream());
            }
            return Long.toString(size);
        }

        @PostMapping("/stream/file")
        @UploadLimits(maxFileSize = "1GB", maxRequestSize = "1GB")
        String streamFile(UploadStream upload) throws IOException {
            long size = 0;
            for (UploadPart part : upload) {
                var stored = part.transferTo(sink);
                size += stored.size();
                Files.delete(stored.path());
            }
            return Long.toString(size);
        }
    }
}
