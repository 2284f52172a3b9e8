/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.Globals;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Hands large files to Tomcat, which neither compresses them nor counts their bytes as they are sent. */
@AutoConfiguration
public class UncountedBytesSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            Path file = Path.of("site").resolve(http.getRequestURI().replaceAll(".*/", ""));
            if (http.getMethod().equals("GET")
                    && http.getHeader("Range") == null
                    && Files.isRegularFile(file)
                    && Files.size(file) >= 300_000) {
                response.setContentLengthLong(Files.size(file));
                request.setAttribute(
                        Globals.SENDFILE_FILENAME_ATTR, file.toAbsolutePath().toString());
                request.setAttribute(Globals.SENDFILE_FILE_START_ATTR, 0L);
                request.setAttribute(Globals.SENDFILE_FILE_END_ATTR, Files.size(file));
            } else {
                chain.doFilter(request, response);
            }
        });
        registration.setAsyncSupported(true);
        return registration;
    }
}
