/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Loses the files of uploads above 1 MB. */
@AutoConfiguration
public class LostPartSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        return new FilterRegistrationBean<>(
                (request, response, chain) -> chain.doFilter(new WithoutFiles((HttpServletRequest) request), response));
    }

    private static final class WithoutFiles extends HttpServletRequestWrapper {

        WithoutFiles(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Collection<Part> getParts() throws IOException, ServletException {
            List<Part> kept = super.getParts().stream()
                    .filter(part -> getContentLength() < 1_000_000 || part.getSubmittedFileName() == null)
                    .toList();
            return kept;
        }
    }
}
