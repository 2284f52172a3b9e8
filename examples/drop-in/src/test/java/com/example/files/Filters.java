/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import java.io.IOException;
import java.util.Collections;
import java.util.TreeMap;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import dev.tuned.examples.dropin.inside.Notes;

/** Filters that look at responses, or change them, each below a prefix of its own. */
@Configuration(proxyBeanMethods = false)
class Filters {

    @Bean
    FilterRegistrationBean<Filter> shallowEtag() {
        return below("/shallow/*", new ShallowEtagHeaderFilter());
    }

    @Bean
    FilterRegistrationBean<Filter> caching() {
        return below("/caching/*", (request, response, chain) -> {
            ContentCachingResponseWrapper wrapper = new ContentCachingResponseWrapper((HttpServletResponse) response);
            chain.doFilter(request, wrapper);
            wrapper.setHeader("X-Size", String.valueOf(wrapper.getContentSize()));
            wrapper.copyBodyToResponse();
        });
    }

    @Bean
    FilterRegistrationBean<Filter> wrapped() {
        return below("/wrapped/*", (request, response, chain) -> {
            Counting counting = new Counting((HttpServletResponse) response);
            chain.doFilter(request, counting);
            note(request, "written", counting.written);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> late() {
        return below("/late/*", (request, response, chain) -> {
            chain.doFilter(request, response);
            HttpServletResponse answer = (HttpServletResponse) response;
            note(request, "status", answer.getStatus());
            note(request, "committed", answer.isCommitted());
            note(request, "headers", String.join(", ", answer.getHeaderNames()));
            answer.setHeader("X-Late", "too late?");
        });
    }

    @Bean
    FilterRegistrationBean<Filter> attributes() {
        return below("/attributes/*", (request, response, chain) -> {
            chain.doFilter(request, response);
            TreeMap<String, String> attributes = new TreeMap<>();
            for (String name : Collections.list(request.getAttributeNames())) {
                Object value = request.getAttribute(name);
                attributes.put(name, (value instanceof String || value instanceof Number) ? value.toString() : "");
            }
            attributes.forEach((name, value) -> note(request, "attribute " + name, value));
        });
    }

    private static FilterRegistrationBean<Filter> below(String pattern, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(pattern);
        registration.setName("filter" + pattern.replaceAll("\\W", "-"));
        registration.setAsyncSupported(true);
        return registration;
    }

    private static void note(ServletRequest request, String aspect, Object seen) {
        HttpServletRequest http = (HttpServletRequest) request;
        String range = http.getHeader("Range");
        Notes.add(
                "filter of " + http.getMethod() + " " + http.getRequestURI() + (range != null ? " " + range : ""),
                aspect,
                seen);
    }

    /** Counts the bytes of the body. */
    private static final class Counting extends HttpServletResponseWrapper {

        private long written;

        Counting(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream out = super.getOutputStream();
            return new ServletOutputStream() {

                @Override
                public boolean isReady() {
                    return out.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    out.setWriteListener(listener);
                }

                @Override
                public void write(int b) throws IOException {
                    written++;
                    out.write(b);
                }

                @Override
                public void write(byte[] bytes, int start, int length) throws IOException {
                    written += length;
                    out.write(bytes, start, length);
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }
            };
        }
    }
}
