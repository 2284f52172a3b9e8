/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import jakarta.servlet.Filter;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Loses the trace of one request on its way to the log. */
@AutoConfiguration
public class TracingSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            if ("2".equals(request.getParameter("key"))) {
                MDC.clear();
            }
            chain.doFilter(request, response);
        });
        registration.setAsyncSupported(true);
        return registration;
    }
}
