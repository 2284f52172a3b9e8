/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.bodies;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.example.neighbours.uploads.Uploads;
import com.example.uploads.Seen;
import io.micrometer.common.KeyValues;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/** Filters and listeners that look at bodies, parts or parameters before the handler or after it, each below a path of its own. */
@SpringBootApplication
@Import(Uploads.class)
public class BodiesApplication {

    private static final Logger logger = LoggerFactory.getLogger(BodiesApplication.class);

    public static void main(String[] args) {
        SpringApplication.run(BodiesApplication.class, args);
    }

    private static FilterRegistrationBean<Filter> filter(String path, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.setName(path);
        registration.addUrlPatterns("/" + path + "/*");
        registration.setOrder(Integer.MIN_VALUE + 10);
        return registration;
    }

    /** Reads the whole body and gives it to later readers again, as many do without a thought for forms. */
    @Bean
    FilterRegistrationBean<Filter> copied() {
        return filter("copied", (request, response, chain) -> {
            byte[] body = request.getInputStream().readAllBytes();
            logger.info("copied {}", Seen.content(body));
            chain.doFilter(new Copied((HttpServletRequest) request, body), response);
        });
    }

    /** The same by one that knows of forms: it has the parameters read first. */
    @Bean
    FilterRegistrationBean<Filter> copiedLater() {
        return filter("copied-later", (request, response, chain) -> {
            int parameters = request.getParameterMap().size();
            byte[] body = request.getInputStream().readAllBytes();
            logger.info("copied {} behind {} parameters", Seen.content(body), parameters);
            chain.doFilter(new Copied((HttpServletRequest) request, body), response);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> logged() {
        CommonsRequestLoggingFilter logging = new CommonsRequestLoggingFilter();
        logging.setIncludeQueryString(true);
        logging.setIncludePayload(true);
        logging.setMaxPayloadLength(400);
        return filter("logged", logging);
    }

    @Bean
    FilterRegistrationBean<Filter> cached() {
        return filter("cached", (request, response, chain) -> {
            ContentCachingRequestWrapper cached =
                    new ContentCachingRequestWrapper((HttpServletRequest) request, 100_000);
            try {
                chain.doFilter(cached, response);
            } finally {
                logger.info(
                        "cached {} and {} parameters",
                        Seen.content(cached.getContentAsByteArray()),
                        cached.getParameterMap().size());
            }
        });
    }

    /** Looks for viruses, and once more when all is done. */
    @Bean
    FilterRegistrationBean<Filter> scanned() {
        return filter("scanned", BodiesApplication::scan);
    }

    private static void scan(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest scanned = (HttpServletRequest) request;
        String type = String.valueOf(request.getContentType());
        List<Part> parts = type.startsWith("multipart/") ? new ArrayList<>(scanned.getParts()) : List.of();
        for (Part part : parts) {
            logger.info(
                    "scanned {} {}",
                    part.getName(),
                    Seen.content(part.getInputStream().readAllBytes()));
        }
        chain.doFilter(request, response);
        for (Part part : parts) {
            logger.info("afterwards {} {}", part.getName(), part.getSize());
        }
    }

    /** What an audit writes when a request is over. */
    @Bean
    ServletListenerRegistrationBean<ServletRequestListener> listened() {
        return new ServletListenerRegistrationBean<>(new ServletRequestListener() {

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
                if (request.getRequestURI().startsWith("/listened/")) {
                    logger.info("ended with\n{}", Seen.parameters(request));
                }
            }
        });
    }

    /** A tag of Boot's meter of requests, which is made before the first filter of the application and after the last. */
    @Bean
    ServerRequestObservationConvention observed() {
        return new DefaultServerRequestObservationConvention() {

            @Override
            public KeyValues getLowCardinalityKeyValues(ServerRequestObservationContext context) {
                HttpServletRequest request = context.getCarrier();
                String field = request != null && request.getRequestURI().startsWith("/observed/")
                        ? String.valueOf(request.getParameter("field"))
                        : "none";
                return super.getLowCardinalityKeyValues(context).and("field", field);
            }
        };
    }

    /** A request whose body can be read again. */
    private static final class Copied extends HttpServletRequestWrapper {

        private final byte[] body;

        Copied(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            ByteArrayInputStream in = new ByteArrayInputStream(body);
            return new ServletInputStream() {

                @Override
                public int read() {
                    return in.read();
                }

                @Override
                public boolean isFinished() {
                    return in.available() == 0;
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }
}
