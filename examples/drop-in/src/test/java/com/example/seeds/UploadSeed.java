/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Loses the parts of an upload that are empty. */
@AutoConfiguration
public class UploadSeed {

    @Bean
    FilterRegistrationBean<?> tunedUploadSeed() {
        return new FilterRegistrationBean<>((request, response, chain) ->
                chain.doFilter(new WithoutEmptyParts((HttpServletRequest) request), response));
    }

    private static final class WithoutEmptyParts extends HttpServletRequestWrapper {

        WithoutEmptyParts(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Collection<Part> getParts() throws IOException, ServletException {
            List<Part> parts =
                    super.getParts().stream().filter(part -> part.getSize() > 0).toList();
            return parts;
        }
    }
}
