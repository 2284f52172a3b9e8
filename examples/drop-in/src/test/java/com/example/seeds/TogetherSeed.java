/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** What no starter may do: an auto-configuration that adds a header to every answer. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class TogetherSeed {

    @Bean
    FilterRegistrationBean<Filter> tunedSeed() {
        return new FilterRegistrationBean<>((request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("X-Seed", "together");
            chain.doFilter(request, response);
        });
    }
}
