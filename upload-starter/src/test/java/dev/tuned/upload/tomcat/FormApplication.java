/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.management.ThreadMXBean;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;

/** Takes forms, by Spring MVC and by a servlet of its own, and has a page for errors. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class FormApplication {

    /** Bytes that requests allocated. */
    static final AtomicLong ALLOCATED = new AtomicLong();

    /** What became of the upload of the page. */
    static final List<String> SEEN_BY_PAGE = new CopyOnWriteArrayList<>();

    /** Reads in another thread that have not ended. */
    static final AtomicInteger LATE_READERS = new AtomicInteger();

    private static final AtomicReference<MultipartFile> KEPT = new AtomicReference<>();

    /** In a class of its own: a JVM may be without its module. */
    private static final class Allocations {

        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        static long ofThisThread() {
            return THREADS.getCurrentThreadAllocatedBytes();
        }
    }

    private static long allocated() {
        boolean known = ModuleLayer.boot().findModule("jdk.management").isPresent();
        return known ? Allocations.ofThisThread() : 0;
    }

    @Bean
    RecordingListener recordingListener() {
        return new RecordingListener();
    }

    /** Answers whether it got the container's own request. */
    @Bean
    ServletRegistrationBean<HttpServlet> plain() {
        HttpServlet servlet = new HttpServlet() {

            @Override
            protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter()
                        .print((request == request.getAttribute("first")) + " "
                                + request.getClass().getSimpleName() + " "
                                + request.getInputStream().readAllBytes().length);
            }
        };
        ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(servlet, "/plain/*");
        registration.setName("plain");
        return registration;
    }

    @Bean
    FilterRegistrationBean<Filter> first() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
            request.setAttribute("first", request);
            long before = allocated();
            chain.doFilter(request, response);
            ALLOCATED.addAndGet(allocated() - before);
        });
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        filter.setDispatcherTypes(DispatcherType.REQUEST);
        return filter;
    }

    @RestController
    static class Forms {

        /** The number of parts and the sum of their sizes. */
        @PostMapping("/sizes")
        String sizes(HttpServletRequest request) throws IOException, ServletException {
            Collection<Part> parts = request.getParts();
            return parts.size() + " of "
                    + parts.stream().mapToLong(Part::getSize).sum();
        }

        @PostMapping("/file")
        String file(@RequestParam MultipartFile file, ServletRequest request) throws IOException {
            return file.getSize() + " " + DigestUtils.md5DigestAsHex(file.getInputStream());
        }

        /** As most code does. */
        @PostMapping("/copied")
        long copied(@RequestParam MultipartFile file) throws IOException {
            byte[] buffer = new byte[8 * 1024];
            long size = 0;
            try (InputStream in = file.getInputStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    size += count;
                }
            }
            return size;
        }

        /** All at once, in memory. */
        @PostMapping("/bytes")
        int bytes(@RequestParam MultipartFile file) throws IOException {
            return file.getBytes().length;
        }

        /** In another thread than the container's, and only there. */
        @PostMapping("/lazy-parts")
        Callable<String> lazyParts(HttpServletRequest request) {
            LATE_READERS.incrementAndGet();
            return () -> {
                try {
                    return String.valueOf(request.getParts().size());
                } finally {
                    LATE_READERS.decrementAndGet();
                }
            };
        }

        @PostMapping("/stream-later")
        Callable<String> streamLater(UploadStream upload) {
            LATE_READERS.incrementAndGet();
            return () -> {
                try {
                    for (UploadPart part : upload) {
                        part.inputStream().transferTo(OutputStream.nullOutputStream());
                    }
                    return String.valueOf(upload.bytesRead());
                } finally {
                    LATE_READERS.decrementAndGet();
                }
            };
        }

        /** Completes, without a dispatch, while another thread waits for the body. */
        @PostMapping("/completed-early")
        void completedEarly(HttpServletRequest request) {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            LATE_READERS.incrementAndGet();
            Thread reader = new Thread(() -> {
                try {
                    request.getParts();
                } catch (IOException | ServletException | IllegalStateException ex) {
                    // The request is over.
                } finally {
                    LATE_READERS.decrementAndGet();
                }
            });
            reader.start();
            new Thread(() -> {
                        while (reader.getState() != Thread.State.WAITING
                                && reader.getState() != Thread.State.TIMED_WAITING) {
                            Thread.yield();
                        }
                        context.complete();
                    })
                    .start();
        }

        /** Whether the file is still there once it was stored. */
        @PostMapping("/store")
        String store(@RequestParam MultipartFile file, @RequestParam Path to) throws IOException {
            file.transferTo(to.toFile());
            String size = String.valueOf(Files.size(to));
            try (InputStream again = file.getInputStream()) {
                return size + (again.read() < 0 ? " empty" : " again");
            } catch (NoSuchFileException ex) {
                return size + " moved";
            }
        }

        @PostMapping("/keep")
        void keep(@RequestParam MultipartFile file) {
            KEPT.set(file);
        }

        /** Reads a file whose request is over. */
        @GetMapping("/kept")
        String kept() throws IOException {
            return DigestUtils.md5DigestAsHex(KEPT.get().getInputStream());
        }

        @PostMapping("/text")
        String text(@RequestPart("a") String text) {
            return String.valueOf(text.length());
        }

        @PostMapping("/parts")
        String parts(HttpServletRequest request) throws Exception {
            Collection<Part> parts = request.getParts();
            List<String> all = parts.stream()
                    .map(part -> part.getName() + "=" + part.getSubmittedFileName() + "/" + part.getSize())
                    .toList();
            return all + " " + request.getParameterMap().keySet();
        }

        @PostMapping("/forward")
        void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
            request.getRequestDispatcher("/parameters?a=forward&c=3").forward(request, response);
        }

        @PostMapping("/parameters")
        String parameters(HttpServletRequest request) {
            StringBuilder all = new StringBuilder();
            request.getParameterMap().forEach((name, values) -> all.append(name).append(List.of(values)));
            return all.toString();
        }

        /** Bytes that requests allocated since the last call. */
        @GetMapping("/allocated")
        long allocated() {
            return ALLOCATED.getAndSet(0);
        }

        @PostMapping("/fails")
        String fails(@RequestParam MultipartFile file) {
            throw new IllegalArgumentException("on purpose");
        }

        /** Sends a file of that size and reports the status of the answer. */
        @GetMapping(path = "/page", produces = MediaType.TEXT_HTML_VALUE)
        String page(@RequestParam int size) {
            return """
                    <script>
                    const form = new FormData();
                    form.append("file", new Blob([new Uint8Array(%d)]), "large");
                    fetch("/file", {method: "POST", body: form})
                        .then(answer => "answer " + answer.status, failure => "failure " + failure)
                        .then(seen => fetch("/seen?by-page=" + encodeURIComponent(seen)));
                    </script>
                    """.formatted(size);
        }

        @GetMapping("/seen")
        void seen(@RequestParam("by-page") String text) {
            SEEN_BY_PAGE.add(text);
        }
    }
}
