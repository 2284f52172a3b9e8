/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** A fault for the suite to find: files of the site get a header that they do not have otherwise. */
@AutoConfiguration
public class ThreadsSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            if (((HttpServletRequest) request).getRequestURI().startsWith("/site/")) {
                ((HttpServletResponse) response).setHeader("X-Served-By", "sendfile");
            }
            chain.doFilter(request, response);
        });
        registration.setAsyncSupported(true);
        return registration;
    }
}
