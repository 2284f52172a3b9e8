/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Notes what a filter, a listener, a valve and the handler see of a request. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SeenApplication {

    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    /** Requests that are over. */
    static final AtomicInteger ENDED = new AtomicInteger();

    /** A filter in front of all others. */
    static volatile Filter filter = (request, response, chain) -> chain.doFilter(request, response);

    /** Around the container's own work. */
    static volatile Valve valve = Valve.NONE;

    static volatile ServletRequestListener listener = new ServletRequestListener() {};

    /** What looks at Tomcat's request before and after everything else. */
    interface Valve {

        Valve NONE = new Valve() {};

        default void before(Request request) throws Exception {}

        default void after(Request request) throws Exception {}
    }

    @Bean
    FilterRegistrationBean<Filter> first() {
        FilterRegistrationBean<Filter> first =
                new FilterRegistrationBean<>((request, response, chain) -> filter.doFilter(request, response, chain));
        first.setOrder(Ordered.HIGHEST_PRECEDENCE);
        first.setAsyncSupported(true);
        first.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        return first;
    }

    @Bean
    ServletListenerRegistrationBean<ServletRequestListener> requests() {
        return new ServletListenerRegistrationBean<>(new ServletRequestListener() {

            @Override
            public void requestInitialized(ServletRequestEvent event) {
                listener.requestInitialized(event);
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                listener.requestDestroyed(event);
            }
        });
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> valves() {
        return factory -> factory.addEngineValves(new ValveBase(true) {

            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                try {
                    valve.before(request);
                    getNext().invoke(request, response);
                    valve.after(request);
                } catch (IOException | ServletException | RuntimeException ex) {
                    throw ex;
                } catch (Exception ex) {
                    throw new ServletException(ex);
                } finally {
                    if (!request.isAsync()) {
                        ENDED.incrementAndGet();
                    }
                }
            }
        });
    }

    @RestController
    static class Handlers {

        @PostMapping("/echo")
        String echo(HttpServletRequest request) throws Exception {
            return describe(request);
        }

        @PostMapping("/nothing")
        String nothing() {
            return "nothing";
        }

        @PostMapping("/body")
        String body(@RequestBody byte[] body) {
            return "" + body.length;
        }

        /** Writes a file as most code does, and says what is left of the part. */
        @PostMapping("/transfer")
        String transfer(@RequestParam MultipartFile file, @RequestParam File to, HttpServletRequest request)
                throws Exception {
            return written(() -> file.transferTo(to), request.getPart("file"));
        }

        @PostMapping("/write")
        String write(@RequestParam String to, HttpServletRequest request) throws Exception {
            Part part = request.getPart("file");
            return written(() -> part.write(to), part);
        }

        @PostMapping("/forward")
        void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
            request.getRequestDispatcher("/echo?a=forward&c=3").forward(request, response);
        }
    }

    /** Writes a part. */
    private interface Write {

        void run() throws IOException;
    }

    private static String written(Write write, Part part) {
        try {
            write.run();
            return "written, " + part.getSize() + "/" + content(part);
        } catch (IOException ex) {
            return ex.getClass().getName() + ", " + part.getSize() + "/" + content(part);
        }
    }

    /** Parameters and parts, or why there are none. */
    static String describe(ServletRequest request) {
        return parameters(request) + " " + parts(request);
    }

    static String parameters(ServletRequest request) {
        try {
            StringBuilder all = new StringBuilder();
            for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet()) {
                all.append(each.getKey())
                        .append(List.of(each.getValue()))
                        .append(List.of(request.getParameterValues(each.getKey())))
                        .append(request.getParameter(each.getKey()))
                        .append(' ');
            }
            return all + "" + Collections.list(request.getParameterNames());
        } catch (RuntimeException ex) {
            return named(ex);
        }
    }

    static String parts(ServletRequest request) {
        try {
            List<String> all = new ArrayList<>();
            for (Part part : ((HttpServletRequest) request).getParts()) {
                all.add(part.getName() + "=" + part.getSubmittedFileName() + ":" + part.getSize() + "/"
                        + content(part));
            }
            return all.toString();
        } catch (IOException | ServletException | RuntimeException ex) {
            return named(ex);
        }
    }

    private static String content(Part part) {
        try {
            byte[] content = StreamUtils.copyToByteArray(part.getInputStream());
            return content.length + "/" + Arrays.hashCode(content);
        } catch (IOException ex) {
            return ex.getClass().getSimpleName();
        }
    }

    private static String named(Exception ex) {
        return ex.getClass().getName() + ": "
                + ((ex.getMessage() == null) ? "" : ex.getMessage().split(" \\(|:")[0]);
    }
}
