/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Application that takes uploads in each way Spring and the Servlet API offer and answers with what it got. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(EverythingController.class)
class UploadApplication {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Reads parameters and parts before Spring does, where the request asks for it. */
    @Bean
    Filter earlyReader() {
        return (request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            request.setAttribute("allocatedBefore", THREADS.getCurrentThreadAllocatedBytes());
            String early = http.getHeader("X-Early");
            if ("parameter".equals(early)) {
                request.getParameter("a");
            } else if ("part".equals(early)) {
                http.getPart("file");
            }
            chain.doFilter(request, response);
        };
    }

    record Form(String a, MultipartFile file, List<MultipartFile> files) {}

    @RestController
    static class Uploads {

        private final Path containerDirectory;

        private final MultipartConfigElement config;

        Uploads(ServletContext servletContext, MultipartConfigElement config) {
            this.containerDirectory = ((File) servletContext.getAttribute(ServletContext.TEMPDIR)).toPath();
            this.config = config;
        }

        /** Files on disk once all parts are read. */
        @PostMapping("/temp-files")
        long tempFiles(HttpServletRequest request) throws Exception {
            request.getParts();
            return tempFiles();
        }

        private long tempFiles() throws IOException {
            return count(containerDirectory)
                    + (config.getLocation().isEmpty() ? 0 : count(Path.of(config.getLocation())));
        }

        private static long count(Path directory) throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(Files::isRegularFile).count();
            }
        }

        /** The copy of the first source: one call per byte. */
        @PostMapping("/byte-by-byte")
        String byteByByte(HttpServletRequest request) throws Exception {
            try (InputStream in = request.getPart("file").getInputStream()) {
                byte[] content = new byte[(int) request.getPart("file").getSize()];
                int length = 0;
                int next;
                while ((next = in.read()) >= 0) {
                    content[length++] = (byte) next;
                }
                return in.getClass().getSimpleName() + " " + DigestUtils.md5DigestAsHex(content);
            }
        }

        @PostMapping("/transfer")
        String transfer(@RequestParam MultipartFile file, @RequestParam String to) throws IOException {
            file.transferTo(new File(to));
            return tempFiles() + " " + file.getSize();
        }

        /** Bytes that this thread allocated to read the parts and parameters. */
        @PostMapping("/allocated")
        long allocated(HttpServletRequest request) throws Exception {
            request.getParts();
            request.getParameter("field1");
            return THREADS.getCurrentThreadAllocatedBytes() - (long) request.getAttribute("allocatedBefore");
        }

        @PostMapping("/file")
        String file(@RequestParam MultipartFile file) throws IOException {
            return describe(file);
        }

        @PostMapping("/request-part")
        String requestPart(@RequestPart MultipartFile file, @RequestPart("file") Part part, @RequestPart("a") String a)
                throws IOException {
            return describe(file) + describe(part) + a;
        }

        @PostMapping("/files")
        String files(@RequestParam List<MultipartFile> files, @RequestParam("files") MultipartFile[] array)
                throws IOException {
            return describe(files) + array.length;
        }

        @PostMapping("/form")
        String form(@ModelAttribute Form form) throws IOException {
            return form.a() + describe(form.file()) + describe(form.files());
        }

        @PostMapping("/parameters")
        Map<String, String> parameters(@RequestParam Map<String, String> parameters) {
            return parameters;
        }

        @PostMapping("/multipart-request")
        String multipartRequest(MultipartHttpServletRequest request) throws IOException {
            return String.join(",", (Iterable<String>) request::getFileNames)
                    + request.getFileMap().keySet()
                    + request.getMultipartContentType("file")
                    + request.getMultipartHeaders("file")
                    + request.getMultipartContentType("absent")
                    + request.getMultipartHeaders("absent")
                    + request.getParameterMap().keySet()
                    + request.getRequestHeaders().getContentLength()
                    + describe(request.getFiles("file"))
                    + describe(request.getFiles("absent"));
        }

        @PostMapping("/servlet")
        String servlet(HttpServletRequest request) throws Exception {
            Collection<Part> parts = request.getParts();
            StringBuilder answer = new StringBuilder();
            for (Part part : parts) {
                answer.append(describe(part));
            }
            return answer
                    + request.getParameter("a")
                    + request.getPart("absent")
                    + describe(request.getPart("file"))
                    + (request.getPart("file") == request.getPart("file"));
        }

        private static String describe(List<MultipartFile> files) throws IOException {
            StringBuilder answer = new StringBuilder();
            for (MultipartFile file : files) {
                answer.append(describe(file));
            }
            return answer.toString();
        }

        private static String describe(MultipartFile file) throws IOException {
            return "[" + file.getName() + " " + file.getOriginalFilename() + " " + file.getContentType() + " "
                    + file.isEmpty() + " " + file.getSize() + " " + DigestUtils.md5DigestAsHex(file.getBytes()) + " "
                    + DigestUtils.md5DigestAsHex(file.getInputStream()) + " "
                    + DigestUtils.md5DigestAsHex(file.getResource().getInputStream()) + "]";
        }

        private static String describe(Part part) throws IOException {
            String headers = part.getHeaderNames().stream()
                    .sorted(Comparator.naturalOrder())
                    .map(name -> name + part.getHeader(name) + part.getHeaders(name))
                    .collect(Collectors.joining());
            return "[" + part.getName() + " " + part.getSubmittedFileName() + " " + part.getContentType() + " "
                    + part.getSize() + " " + headers + " " + DigestUtils.md5DigestAsHex(part.getInputStream()) + "]";
        }
    }
}
