/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.DigestUtils;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import dev.tuned.upload.sink.FileSystemSink;
import dev.tuned.upload.sink.InspectingSink;
import dev.tuned.upload.sink.StoredFile;

import static org.springframework.web.servlet.function.RouterFunctions.route;

/** Application with handlers of uploads as streams, and one that takes parts. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StreamApplication implements WebMvcConfigurer {

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {
                    @Override
                    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                        response.setHeader("X-Intercepted", request.getParameter("a"));
                        return true;
                    }
                })
                .excludePathPatterns("/functional/**"); // Whose handlers are not looked for before.
    }

    @Bean
    RecordingListener recordingListener() {
        return new RecordingListener();
    }

    @Bean
    CountingSink countingSink() {
        return new CountingSink();
    }

    /** Asks for a parameter before Spring does, where the request wants it. */
    @Bean
    Filter earlyReader() {
        return (request, response, chain) -> {
            if (((HttpServletRequest) request).getHeader("X-Early") != null) {
                ((HttpServletResponse) response).setHeader("X-Found", request.getParameter("a"));
            }
            chain.doFilter(request, response);
        };
    }

    @Bean
    RouterFunction<ServerResponse> routes() {
        return route().POST(
                        "/functional/parts",
                        request -> ServerResponse.ok()
                                .body(request.multipartData().keySet().toString()))
                .build();
    }

    static String describe(UploadPart part) throws IOException {
        if (!part.isFile()) {
            return part.name() + "=" + part.text() + ";";
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        part.inputStream().transferTo(out);
        return part.name() + " " + part.submittedFileName() + " " + part.contentType() + " " + part.header("x-part")
                + " " + part.size() + " " + DigestUtils.md5DigestAsHex(out.toByteArray()) + ";";
    }

    record Query(@Nullable String a, int size) {}

    @RestController
    static class Streams {

        private final CountingSink sink;

        private final Path containerDirectory;

        private final AtomicReference<UploadStream> kept = new AtomicReference<>();

        Streams(CountingSink sink, ServletContext context) {
            this.sink = sink;
            containerDirectory = ((File) context.getAttribute(ServletContext.TEMPDIR)).toPath();
        }

        @InitBinder("query")
        void validator(WebDataBinder binder) {
            binder.setValidator(new Validator() {
                @Override
                public boolean supports(Class<?> type) {
                    return type == Query.class;
                }

                @Override
                public void validate(Object target, Errors errors) {
                    if (((Query) target).size() < 0) {
                        errors.reject("negative");
                    }
                }
            });
        }

        @PostMapping("/stream")
        String stream(UploadStream upload) throws IOException {
            StringBuilder answer = new StringBuilder();
            UploadPart part;
            while ((part = upload.next()) != null) {
                answer.append(describe(part));
            }
            return answer.toString();
        }

        @PostMapping("/temp-files")
        String tempFiles(UploadStream upload) throws IOException {
            long most = 0;
            for (UploadPart part : upload) {
                part.transferTo(sink);
                most = Math.max(most, files(containerDirectory));
            }
            return most + " " + upload.bytesRead();
        }

        private static long files(Path directory) throws IOException {
            try (Stream<Path> all = Files.walk(directory)) {
                return all.filter(Files::isRegularFile).count();
            }
        }

        @PostMapping("/arguments/{id}")
        String arguments(
                @PathVariable String id,
                @RequestParam String q,
                @RequestParam(required = false) @Nullable String a,
                @RequestHeader("X-Some") String some,
                @Validated @ModelAttribute("query") Query query,
                UploadStream upload)
                throws IOException {
            return id + " " + q + " " + a + " " + some + " " + query + " " + stream(upload);
        }

        @PostMapping("/sink")
        List<Long> sink(UploadStream upload) throws IOException {
            List<Long> stored = new ArrayList<>();
            for (UploadPart part : upload) {
                stored.add(part.transferTo(sink));
            }
            return stored;
        }

        /** Stores GIFs, and tells how many files there are when a part is refused. */
        @PostMapping("/inspected")
        List<Long> inspected(UploadStream upload, @RequestParam Path directory) throws IOException {
            UploadSink<StoredFile> gifs = InspectingSink.ofFirstBytes(
                    FileSystemSink.in(directory),
                    3,
                    (part, first) -> new String(first, StandardCharsets.US_ASCII).equals("GIF") ? null : "no GIF");
            List<Long> stored = new ArrayList<>();
            for (UploadPart part : upload) {
                stored.add(part.transferTo(gifs).size());
            }
            return stored;
        }

        @PostMapping("/early")
        String early(UploadStream upload) throws IOException {
            UploadPart first = upload.next();
            return (first == null) ? "-" : first.text();
        }

        @PostMapping("/only-file")
        long onlyFile(UploadStream upload) throws IOException {
            UploadPart file = upload.nextFile();
            return (file == null) ? -1 : file.transferTo(sink);
        }

        @PostMapping("/fails")
        String fails(UploadStream upload) throws IOException {
            upload.next();
            throw new IllegalArgumentException("on purpose");
        }

        @PostMapping("/get-part")
        String getPart(UploadStream upload, HttpServletRequest request) throws Exception {
            return String.valueOf(request.getPart("file"));
        }

        @PostMapping("/keep")
        String keep(UploadStream upload) throws IOException {
            upload.next();
            kept.set(upload);
            return "kept";
        }

        @PostMapping("/use-kept")
        String useKept() throws IOException {
            return String.valueOf(kept.get().next());
        }

        @PostMapping("/misuse/{how}")
        String misuse(@PathVariable String how, UploadStream upload) throws Exception {
            UploadPart part = upload.nextFile();
            switch (how) {
                case "twice" -> {
                    part.inputStream();
                    part.inputStream();
                }
                case "after-next" -> {
                    InputStream in = part.inputStream();
                    upload.next();
                    in.read();
                }
                case "text-after-stream" -> {
                    part.inputStream();
                    part.text();
                }
                case "loop-twice" -> {
                    upload.iterator();
                    upload.iterator();
                }
                case "next-within" ->
                    part.transferTo(info -> {
                        upload.next();
                        return sink.open(info);
                    });
                default -> throw new IllegalArgumentException(how);
            }
            return "no error";
        }

        @PostMapping("/callable")
        Callable<String> callable(UploadStream upload) {
            return () -> stream(upload);
        }

        @PostMapping("/future")
        CompletableFuture<String> future(UploadStream upload) {
            return CompletableFuture.supplyAsync(() -> unchecked(upload));
        }

        @PostMapping("/deferred")
        DeferredResult<String> deferred(UploadStream upload) {
            DeferredResult<String> result = new DeferredResult<>();
            Thread reader = new Thread(() -> result.setResult(unchecked(upload)));
            reader.start();
            return result;
        }

        @PostMapping("/body")
        StreamingResponseBody body(UploadStream upload) {
            return out -> out.write(stream(upload).getBytes(StandardCharsets.UTF_8));
        }

        private String unchecked(UploadStream upload) {
            try {
                return stream(upload);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        @PostMapping("/limited")
        @UploadLimits(maxFileSize = "${test.limit}")
        String limited(UploadStream upload) throws IOException {
            return stream(upload);
        }

        @GetMapping("/get-only")
        String getOnly() {
            return "got";
        }

        @PutMapping("/put")
        String put(@RequestParam MultipartFile file) {
            return "put " + file.getSize();
        }

        @PostMapping("/parts")
        String parts(@RequestParam MultipartFile file, @RequestParam String a) {
            return a + file.getSize();
        }
    }

    @RestController
    @UploadLimits(maxRequestSize = "2KB")
    static class Small {

        @PostMapping("/small")
        String small(UploadStream upload) throws IOException {
            return String.valueOf(upload.next());
        }
    }
}
