/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.sanitizer;

import java.io.IOException;
import java.util.Arrays;

import com.example.neighbours.Market;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A filter in front of all others escapes what could be markup, as filters against cross-site scripting do. */
@SpringBootApplication
@Import(Market.class)
public class SanitizerApplication {

    public static void main(String[] args) throws IOException {
        Market.run(SanitizerApplication.class, args);
    }

    @Bean
    FilterRegistrationBean<Filter> sanitizer() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(
                (request, response, chain) -> chain.doFilter(new Sanitized((HttpServletRequest) request), response));
        registration.setOrder(Integer.MIN_VALUE);
        registration.setAsyncSupported(true);
        return registration;
    }

    /** Like many, it does not override the map of parameters. */
    private static final class Sanitized extends HttpServletRequestWrapper {

        Sanitized(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return escaped(super.getParameter(name));
        }

        @Override
        public String[] getParameterValues(String name) {
            String[] values = super.getParameterValues(name);
            return values == null
                    ? null
                    : Arrays.stream(values).map(Sanitized::escaped).toArray(String[]::new);
        }

        private static String escaped(String value) {
            return value == null ? null : value.replace("<", "&lt;").replace(">", "&gt;");
        }
    }
}
