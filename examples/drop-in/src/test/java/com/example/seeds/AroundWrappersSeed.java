/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Bypasses the wrappers of the request of a form, or of an upload above 1 MB. */
@AutoConfiguration
public class AroundWrappersSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            boolean form = request.getContentLength() > 1_000_000
                    || ((HttpServletRequest) request).getRequestURI().equals("/form");
            chain.doFilter(form ? innermost(request) : request, response);
        });
        registration.setAsyncSupported(true);
        return registration;
    }

    private static ServletRequest innermost(ServletRequest request) {
        return request instanceof ServletRequestWrapper wrapper ? innermost(wrapper.getRequest()) : request;
    }
}
