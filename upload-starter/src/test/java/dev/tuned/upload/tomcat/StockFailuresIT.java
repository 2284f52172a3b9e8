/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.multipart.MultipartFile;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;
import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadServer;
import dev.tuned.upload.multipart.Causes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Filters, handlers and exception handlers get the exceptions that they get without the starter: each upload goes to a server with
 * it and to one without, and every getter of the exception and of its causes is compared.
 */
class StockFailuresIT {

    private static final String[] LIMITS = {
        "spring.servlet.multipart.max-file-size=100KB",
        "spring.servlet.multipart.max-request-size=500KB",
        "server.tomcat.max-part-count=10",
        "server.tomcat.max-part-header-size=300B",
        "server.tomcat.max-http-form-post-size=50KB",
        "server.tomcat.max-parameter-count=12",
        "spring.servlet.encoding.force-request=false"
    };

    /** Who gets the exception: filters that ask for parts or parameters, and the advice where parts are resolved at once or late. */
    private static final List<String> WAYS = List.of("parts", "parameters", "advice", "late");

    /** What the starter puts around the exception of a broken body. */
    private static final List<String> ADDED = Stream.of(
                    UploadException.class, InvalidParameterException.class, FileUploadException.class)
            .map(Class::getName)
            .toList();

    private static final String INNER = "i".repeat(FormData.BOUNDARY.length());

    private static final String FILE =
            "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n";

    private static final String ID = "X-Id";

    private static final AtomicInteger LAST_ID = new AtomicInteger();

    private static final BlockingQueue<Thrown> THROWN = new LinkedBlockingQueue<>();

    private static UploadServer tuned;

    private static UploadServer stock;

    private static UploadServer tunedLate;

    private static UploadServer stockLate;

    @BeforeAll
    static void start() {
        tuned = server();
        stock = server("tuned.upload.enabled=false");
        tunedLate = server("spring.servlet.multipart.resolve-lazily=true");
        stockLate = server("spring.servlet.multipart.resolve-lazily=true", "tuned.upload.enabled=false");
    }

    private static UploadServer server(String... properties) {
        return new UploadServer(
                Failing.class,
                Stream.of(LIMITS, properties).flatMap(Arrays::stream).toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        Stream.of(tuned, stock, tunedLate, stockLate).forEach(UploadServer::close);
    }

    /**
     * A request.
     *
     * @param maxUploadSize limit that the starter adds to Spring's exception, or -1
     * @param missing bytes of the body that the client does not send
     */
    private record Upload(
            String name, long maxUploadSize, String query, String type, byte[] body, boolean chunked, int missing) {

        Upload(String name, long maxUploadSize, FormData form) {
            this(name, maxUploadSize, "", FormData.CONTENT_TYPE, form.bytes(), false, 0);
        }

        Upload(String name, long maxUploadSize, String body) {
            this(name, maxUploadSize, "", FormData.CONTENT_TYPE, bytes(body), false, 0);
        }

        private static byte[] bytes(String body) {
            return body.replace("--B", "--" + FormData.BOUNDARY).getBytes(UTF_8);
        }

        Upload query(String other) {
            return new Upload(name, maxUploadSize, other, type, body, chunked, missing);
        }

        Upload type(String other) {
            return new Upload(name, maxUploadSize, query, other, body, chunked, missing);
        }

        Upload inChunks() {
            return new Upload(name, maxUploadSize, query, type, body, true, missing);
        }

        Upload missing(int bytes) {
            return new Upload(name, maxUploadSize, query, type, body, chunked, bytes);
        }

        void sendTo(RawClient client, String path, String id) throws IOException {
            int length = body.length + missing;
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            String framing = chunked
                    ? "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(length) + "\r\n"
                    : "Content-Length: " + length + "\r\n\r\n";
            String head = "POST /" + path + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
            all.writeBytes((head + ID + ": " + id + "\r\nContent-Type: " + type + "\r\n" + framing).getBytes(UTF_8));
            all.writeBytes(body);
            all.writeBytes((chunked && missing == 0 ? "\r\n0\r\n\r\n" : "").getBytes(UTF_8));
            client.send(all.toByteArray());
            if (missing > 0) {
                client.endOutput();
            }
        }

        boolean announced() {
            return !chunked && !name.startsWith("large");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> aboveALimit() {
        byte[] large = FormData.random(150_000);
        FormData text = new FormData().field("a", "x".repeat(40_000)).field("b", "x".repeat(20_000));
        return inEachWay(
                new Upload("large file", 102_400, form(1).file("photo", "a\\\"b \u00fc.jpg", large)),
                new Upload(
                        "file that says its length",
                        102_400,
                        FILE.replace("\r\n\r\n", "\r\nContent-Length: 200000\r\n\r\n")),
                new Upload("large file among others", 102_400, nested(INNER, "x".repeat(150_000))),
                new Upload("request", 512_000, form(1).file("photo", "a", FormData.random(600_000))),
                new Upload("request in chunks", 512_000, files(7)).inChunks(),
                new Upload("text", 51_200, text),
                new Upload("header", -1, form(1).file("photo", "n".repeat(400), new byte[3])),
                new Upload("parts", -1, form(11)),
                new Upload("parts with parameters", -1, form(9)).query("?" + "q=1&".repeat(5)),
                new Upload("parameters", -1, form(1)).query("?" + "q=1&".repeat(13)));
    }

    static Stream<Arguments> broken() {
        return inEachWay(
                new Upload("no boundary", -1, form(1)).type("multipart/form-data"),
                new Upload("long boundary", -1, form(1)).type("multipart/form-data; boundary=" + "x".repeat(5_000)),
                new Upload("end in a file", -1, FILE + "x"),
                new Upload("end among headers", -1, FILE + "x\r\n--B\r\nContent-Disposition"),
                new Upload("headers without end", -1, form(1)).type(FormData.CONTENT_TYPE + "; charset=UTF-16"),
                new Upload("NUL in a file name", -1, FILE.replace("a.jpg", "a\0.jpg") + "x\r\n--B--"),
                new Upload("multipart within with a boundary of another length", -1, nested("i", "x")),
                new Upload("client that leaves before the first delimiter", -1, "-").missing(100),
                new Upload("client that leaves among headers", -1, FILE + "x\r\n--B\r\nContent-Disposition")
                        .missing(100),
                new Upload("client that leaves in a file", -1, FILE + "x".repeat(50_000)).missing(100),
                new Upload("client that leaves in a chunk", -1, FILE + "x".repeat(50_000))
                        .missing(100)
                        .inChunks());
    }

    /** Who asks for parts does not count the parameters of a query that nobody has asked for. */
    private static Stream<Arguments> inEachWay(Upload... uploads) {
        return Arrays.stream(uploads)
                .flatMap(upload -> WAYS.stream()
                        .filter(way -> upload.query().isEmpty() || !way.equals("parts"))
                        .map(way -> arguments(upload, way)));
    }

    private static FormData form(int fields) {
        FormData form = new FormData();
        IntStream.range(0, fields).forEach(i -> form.field("a", "1"));
        return form;
    }

    private static FormData files(int count) {
        FormData form = new FormData();
        IntStream.range(0, count).forEach(i -> form.file("photo", "a", FormData.random(90_000)));
        return form;
    }

    private static String nested(String boundary, String content) {
        return "--B\r\nContent-Disposition: form-data; name=\"photo\"\r\nContent-Type: multipart/mixed; boundary="
                + boundary + "\r\n\r\n--" + boundary
                + "\r\nContent-Disposition: attachment; filename=\"b.jpg\"\r\n\r\n" + content + "\r\n--" + boundary
                + "--\r\n--B--\r\n";
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("aboveALimit")
    void limitThatIsExceeded(Upload upload, String way) throws Exception {
        List<Map<String, String>> expected = described(thrown(true, way, upload), upload.announced());
        List<Map<String, String>> actual = described(thrown(false, way, upload), upload.announced());
        Map<String, String> first = expected.get(0);
        if (upload.maxUploadSize() >= 0
                && MaxUploadSizeExceededException.class.getName().equals(first.get("class"))) {
            String message = "Maximum upload size of " + upload.maxUploadSize() + " bytes exceeded";
            first.replace("getMaxUploadSize", "" + upload.maxUploadSize());
            first.replace("getMessage", message);
            first.replace("getLocalizedMessage", message);
            first.replace("toString", MaxUploadSizeExceededException.class.getName() + ": " + message);
        }
        assertThat(actual).isEqualTo(expected);
    }

    /** The starter adds what makes Spring and Tomcat answer with 400; its last causes are all that there is without it. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("broken")
    void bodyThatIsBroken(Upload upload, String way) throws Exception {
        List<Map<String, String>> expected = described(thrown(true, way, upload), true);
        List<Map<String, String>> actual = described(thrown(false, way, upload), true);
        if (expected.stream().anyMatch(each -> "jakarta.servlet.ServletException".equals(each.get("class")))) {
            // The Tomcat of Spring Boot 4.1 wraps what a NUL in a file name throws.
            assertThat(actual.get(actual.size() - 1)).isEqualTo(expected.get(expected.size() - 1));
            return;
        }
        assertThat(actual.get(0).get("getMessage")).isEqualTo(expected.get(0).get("getMessage"));
        expected.removeIf(each -> MultipartException.class.getName().equals(each.get("class")));
        actual.removeIf(each -> MultipartException.class.getName().equals(each.get("class")));
        int added = actual.size() - expected.size();
        assertThat(actual.subList(Math.max(0, added), actual.size())).isEqualTo(expected);
        assertThat(actual.subList(0, added))
                .extracting(each -> each.get("class"))
                .isSubsetOf(ADDED);
    }

    /** Without the starter the text is counted once the whole body has been read. */
    @Test
    void textAboveItsLimitFailsBeforeWhatFollows() throws Exception {
        String text = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + "x".repeat(60_000);
        Upload upload = new Upload("text without an end", -1, text);
        assertThat(thrown(true, "parts", upload)).hasStackTraceContaining("Stream ended unexpectedly");
        assertThat(thrown(false, "parts", upload))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("limit for maxPostSize");
    }

    private static Throwable thrown(boolean withoutStarter, String way, Upload upload) throws Exception {
        boolean late = way.equals("late");
        UploadServer server = withoutStarter ? (late ? stockLate : stock) : (late ? tunedLate : tuned);
        String id = String.valueOf(LAST_ID.incrementAndGet());
        try (RawClient client = new RawClient(server.port())) {
            upload.sendTo(client, way, id);
            Thrown thrown;
            do {
                thrown = Objects.requireNonNull(THROWN.poll(1, TimeUnit.MINUTES));
            } while (!thrown.id().equals(id)); // An error page may look at the parts again.
            return thrown.exception();
        }
    }

    /** All that an exception and its causes say; if a size was counted, but for how much more it is, which depends on buffers. */
    private static List<Map<String, String>> described(Throwable thrown, boolean announced)
            throws IllegalAccessException {
        List<Map<String, String>> all = new ArrayList<>();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            Map<String, String> getters = new TreeMap<>();
            getters.put("class", each.getClass().getName());
            for (Method method : each.getClass().getMethods()) {
                boolean getter = method.getName().matches("(get|is)[A-Z].*|toString")
                        && method.getParameterCount() == 0
                        && !Modifier.isStatic(method.getModifiers());
                if (getter) {
                    getters.put(method.getName(), value(each, method));
                }
            }
            // Causes are compared one by one. What is suppressed comes of how Tomcat closes its own stream.
            getters.keySet()
                    .removeAll(List.of(
                            "getClass",
                            "getStackTrace",
                            "getCause",
                            "getRootCause",
                            "getMostSpecificCause",
                            "getSuppressed"));
            all.add(getters);
        }
        SizeException size = Causes.find(thrown, SizeException.class);
        if (size != null && !announced) {
            assertThat(size.getActualSize()).isGreaterThan(size.getPermittedSize());
            all.forEach(each -> each.replaceAll((name, value) -> value.replace("" + size.getActualSize(), "more")));
        }
        return all;
    }

    private static String value(Throwable thrown, Method getter) throws IllegalAccessException {
        try {
            Object value = getter.invoke(thrown);
            return (value instanceof Object[] array) ? Arrays.toString(array) : String.valueOf(value);
        } catch (InvocationTargetException ex) {
            return String.valueOf(ex.getCause());
        }
    }

    /** An exception, and the request in which it was thrown. */
    private record Thrown(String id, Exception exception) {

        static void add(HttpServletRequest request, Exception exception) {
            THROWN.add(new Thrown(request.getHeader(ID), exception));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Failing {

        @Bean
        FilterRegistrationBean<Filter> parts() {
            return filter("/parts", HttpServletRequest::getParts);
        }

        @Bean
        FilterRegistrationBean<Filter> parameters() {
            return filter("/parameters", request -> request.getParameter("a"));
        }

        private static FilterRegistrationBean<Filter> filter(String path, Read read) {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                try {
                    read.from((HttpServletRequest) request);
                } catch (IOException | ServletException | RuntimeException ex) {
                    Thrown.add((HttpServletRequest) request, ex);
                    throw ex;
                }
            });
            filter.addUrlPatterns(path);
            filter.setDispatcherTypes(DispatcherType.REQUEST);
            return filter;
        }

        /** What a filter asks for. */
        private interface Read {

            Object from(HttpServletRequest request) throws IOException, ServletException;
        }

        @RestController
        static class Handler {

            @PostMapping({"/advice", "/late"})
            long size(@RequestParam MultipartFile photo) {
                return photo.getSize();
            }
        }

        @RestControllerAdvice
        static class Advice {

            @ExceptionHandler
            void handle(HttpServletRequest request, Exception ex) {
                Thrown.add(request, ex);
            }
        }
    }
}
