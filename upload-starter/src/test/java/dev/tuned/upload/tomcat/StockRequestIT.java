/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.apache.catalina.connector.Request;
import org.apache.catalina.util.ParameterMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.FormData;
import dev.tuned.upload.UploadServer;

import static dev.tuned.upload.tomcat.SeenApplication.ENDED;
import static dev.tuned.upload.tomcat.SeenApplication.SEEN;
import static dev.tuned.upload.tomcat.SeenApplication.describe;
import static dev.tuned.upload.tomcat.SeenApplication.parameters;
import static dev.tuned.upload.tomcat.SeenApplication.parts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What stands in front of a handler, behind it or beside it sees a request as it does without the starter: each program runs
 * with it and without.
 */
class StockRequestIT {

    private static UploadServer tuned;

    private static UploadServer stock;

    @BeforeAll
    static void start() {
        tuned = new UploadServer(SeenApplication.class, "spring.servlet.multipart.max-file-size=5MB");
        stock = new UploadServer(
                SeenApplication.class, "spring.servlet.multipart.max-file-size=5MB", "tuned.upload.enabled=false");
    }

    @AfterAll
    static void stop() {
        tuned.close();
        stock.close();
    }

    @AfterEach
    void forget() {
        SeenApplication.filter = (request, response, chain) -> chain.doFilter(request, response);
        SeenApplication.valve = SeenApplication.Valve.NONE;
        SeenApplication.listener = new ServletRequestListener() {};
    }

    static Stream<Arguments> filters() {
        return Stream.of(
                filter("a sanitizer of values", "/echo?z=%3C1%3E", wrapping(Sanitizer::new)),
                filter("a wrapper that adds a parameter", "/echo", wrapping(Tenant::new)),
                filter("a wrapper that refuses parts", "/echo", wrapping(Refusal::new)),
                filter("a wrapper that hides parts", "/echo", wrapping(OnePart::new)),
                filter("a copy of the body for a handler that takes it", "/body", wrapping(BodyCopy::new)),
                filter("a copy of the body, then the form", "/echo", wrapping(BodyCopy::new)),
                filter("the form after the chain", "/echo?q=1", (request, response, chain) -> {
                    chain.doFilter(request, response);
                    SEEN.add(describe(request));
                }),
                filter("the form after a chain that did not read it", "/nothing?q=1", (request, response, chain) -> {
                    chain.doFilter(request, response);
                    SEEN.add(describe(request));
                }),
                filter("parts before parameters", "/echo?text=query", (request, response, chain) -> {
                    SEEN.add(parts(request));
                    chain.doFilter(request, response);
                }),
                filter("parameters before parts", "/echo?text=query", (request, response, chain) -> {
                    SEEN.add(parameters(request));
                    chain.doFilter(request, response);
                }),
                filter("the stream, taken and not read", "/echo?text=query", (request, response, chain) -> {
                    request.getInputStream();
                    chain.doFilter(request, response);
                }),
                filter("the reader, taken and not read", "/echo?text=query", (request, response, chain) -> {
                    request.getReader();
                    chain.doFilter(request, response);
                }),
                filter("the body, read before", "/echo?text=query", (request, response, chain) -> {
                    SEEN.add("" + request.getInputStream().readAllBytes().length);
                    chain.doFilter(request, response);
                }),
                filter("the body by its reader", "/echo?text=query", (request, response, chain) -> {
                    SEEN.add("" + request.getReader().lines().count());
                    chain.doFilter(request, response);
                }),
                filter("the stream after the parameters", "/echo", (request, response, chain) -> {
                    SEEN.add(parameters(request));
                    SEEN.add("" + request.getInputStream().readAllBytes().length);
                    chain.doFilter(request, response);
                }),
                filter("the reader after the parameters", "/echo", (request, response, chain) -> {
                    SEEN.add(parameters(request));
                    try {
                        SEEN.add("" + request.getReader().read());
                    } catch (IllegalStateException ex) {
                        SEEN.add(ex.getMessage());
                    }
                    chain.doFilter(request, response);
                }),
                filter("Tomcat's map of parameters", "/echo", (request, response, chain) -> {
                    SEEN.add("locked " + ((ParameterMap<?, ?>) request.getParameterMap()).isLocked());
                    chain.doFilter(request, response);
                }),
                filter("a collection of parts that is emptied", "/echo", (request, response, chain) -> {
                    ((HttpServletRequest) request).getParts().clear();
                    SEEN.add(describe(request));
                    chain.doFilter(request, response);
                }),
                filter("a part that is deleted", "/echo", (request, response, chain) -> {
                    for (Part part : ((HttpServletRequest) request).getParts()) {
                        part.delete();
                    }
                    chain.doFilter(request, response);
                }),
                filter("the names of attributes", "/echo", (request, response, chain) -> {
                    List<String> before = attributes(request);
                    chain.doFilter(request, response);
                    SEEN.add(before + "" + attributes(request));
                }),
                filter("an asynchronous context's request", "/echo", (request, response, chain) -> {
                    if (request.getDispatcherType() == DispatcherType.REQUEST) {
                        AsyncContext context = request.startAsync();
                        SEEN.add(describe(context.getRequest()));
                        context.dispatch("/echo");
                    } else {
                        chain.doFilter(request, response);
                    }
                }),
                filter("a forward with parameters", "/forward?text=query&a=2", wrapping(request -> request)),
                filter("the error page's parts", "/echo", (request, response, chain) -> {
                    SEEN.add(request.getDispatcherType() + describe(request));
                    if (request.getDispatcherType() == DispatcherType.ERROR) {
                        chain.doFilter(request, response);
                    } else {
                        ((HttpServletResponse) response).sendError(403);
                    }
                }),
                filter("a charset that is set before", "/echo?z=%FC", (request, response, chain) -> {
                    request.setCharacterEncoding("ISO-8859-1");
                    chain.doFilter(request, response);
                }),
                filter("a failure that is caught", "/echo?too-many", (request, response, chain) -> {
                    SEEN.add(parts(request));
                    SEEN.add(parameters(request));
                    chain.doFilter(request, response);
                }));
    }

    private static Arguments filter(String name, String path, Filter filter) {
        return arguments(name, path, (FilterProgram) filter::doFilter);
    }

    /** A filter that JUnit shows by nothing but its name. */
    private interface FilterProgram extends Filter {}

    private static Filter wrapping(UnaryOperator<HttpServletRequest> wrapper) {
        return (request, response, chain) -> chain.doFilter(wrapper.apply((HttpServletRequest) request), response);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("filters")
    void filterSeesWhatItSeesWithoutTheStarter(String name, String path, Filter filter) throws Exception {
        SeenApplication.filter = filter;
        compare(path);
    }

    static Stream<Arguments> valves() {
        return Stream.of(
                valve("parts before the chain", new SeenApplication.Valve() {

                    @Override
                    public void before(Request request) {
                        SEEN.add(parts(request));
                    }
                }),
                valve("parameters after the chain", new SeenApplication.Valve() {

                    @Override
                    public void after(Request request) {
                        SEEN.add(describe(request));
                    }
                }),
                valve("fewer parameters", new SeenApplication.Valve() {

                    @Override
                    public void before(Request request) {
                        request.setMaxParameterCount(2);
                    }
                }),
                valve("fewer parts", new SeenApplication.Valve() {

                    @Override
                    public void before(Request request) {
                        request.setMaxPartCount(1);
                    }
                }),
                valve("shorter headers of parts", new SeenApplication.Valve() {

                    @Override
                    public void before(Request request) {
                        request.setMaxPartHeaderSize(60);
                    }
                }));
    }

    private static Arguments valve(String name, SeenApplication.Valve valve) {
        return arguments(name, valve);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("valves")
    void valveSeesWhatItSeesWithoutTheStarter(String name, SeenApplication.Valve valve) throws Exception {
        SeenApplication.valve = valve;
        SeenApplication.filter = (request, response, chain) -> {
            SEEN.add(describe(request));
            chain.doFilter(request, response);
        };
        compare("/nothing?q=1&r=2");
    }

    @ParameterizedTest
    @MethodSource("listeners")
    void listenerSeesWhatItSeesWithoutTheStarter(ServletRequestListener listener) throws Exception {
        SeenApplication.listener = listener;
        compare("/echo?q=1");
    }

    static Stream<ServletRequestListener> listeners() {
        return Stream.of(
                new ServletRequestListener() {

                    @Override
                    public void requestInitialized(ServletRequestEvent event) {
                        SEEN.add(describe(event.getServletRequest()));
                    }
                },
                new ServletRequestListener() {

                    @Override
                    public void requestDestroyed(ServletRequestEvent event) {
                        SEEN.add(describe(event.getServletRequest()));
                    }
                });
    }

    private static void compare(String path) throws Exception {
        List<String> expected = seen(stock, path);
        assertThat(seen(tuned, path)).isEqualTo(expected);
    }

    /** What was noted, and the answer. */
    private static List<String> seen(UploadServer server, String path) throws Exception {
        SEEN.clear();
        int ended = ENDED.get();
        FormData form = new FormData()
                .field("text", "<b>hi \u00fc")
                .field("a", "1")
                .file("file", "b", FormData.random((int)
                        DataSize.ofKilobytes(1_300).toBytes()));
        for (int i = 0; path.endsWith("too-many") && i < 70; i++) {
            form.field("field " + i, "x".repeat(1_200));
        }
        HttpResponse<String> answer = server.send(path, form);
        await().until(() -> ENDED.get() > ended);
        List<String> all = new ArrayList<>(SEEN);
        // With the starter there is one where a limit is exceeded.
        String body = (answer.statusCode() == 413) ? "" : answer.body();
        all.add(answer.statusCode() + " " + body.replaceAll("\"timestamp\":\"[^\"]*\"", ""));
        return all;
    }

    private static List<String> attributes(ServletRequest request) {
        return Collections.list(request.getAttributeNames()).stream().sorted().toList();
    }

    private static final class Sanitizer extends HttpServletRequestWrapper {

        Sanitizer(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String[] getParameterValues(String name) {
            String[] values = super.getParameterValues(name);
            return (values == null)
                    ? null
                    : Arrays.stream(values)
                            .map(value -> value.replace("<", "&lt;"))
                            .toArray(String[]::new);
        }
    }

    private static final class Tenant extends HttpServletRequestWrapper {

        Tenant(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return name.equals("text") ? "t1" : super.getParameter(name);
        }
    }

    private static final class Refusal extends HttpServletRequestWrapper {

        Refusal(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Collection<Part> getParts() throws ServletException {
            throw new ServletException("a virus");
        }
    }

    private static final class OnePart extends HttpServletRequestWrapper {

        OnePart(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Collection<Part> getParts() throws IOException, ServletException {
            return List.of(super.getPart("file"));
        }
    }

    /** Reads as loggers of requests do. */
    private static final class BodyCopy extends HttpServletRequestWrapper {

        private byte[] body;

        BodyCopy(HttpServletRequest request) {
            super(request);
        }

        private byte[] body() throws IOException {
            if (body == null) {
                body = super.getInputStream().readAllBytes();
            }
            return body;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ByteArrayInputStream copy = new ByteArrayInputStream(body());
            return new ServletInputStream() {

                @Override
                public boolean isFinished() {
                    return copy.available() == 0;
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public int read() {
                    return copy.read();
                }
            };
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }
}
