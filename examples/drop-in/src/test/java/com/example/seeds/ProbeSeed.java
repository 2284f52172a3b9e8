/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Refuses a probe while other requests are held. */
@AutoConfiguration
public class ProbeSeed {

    private final AtomicInteger held = new AtomicInteger();

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            String path = ((HttpServletRequest) request).getRequestURI();
            if (path.equals("/healthz") && held.get() > 0) {
                ((HttpServletResponse) response).setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
                return;
            }
            int count = path.startsWith("/hold/") ? 1 : 0;
            held.addAndGet(count);
            try {
                chain.doFilter(request, response);
            } finally {
                held.addAndGet(-count);
            }
        });
        registration.setAsyncSupported(true);
        return registration;
    }
}
