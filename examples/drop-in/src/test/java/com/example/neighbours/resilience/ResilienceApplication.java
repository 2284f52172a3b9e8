/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.resilience;

import java.io.IOException;

import com.example.files.SiteFiles;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Calls that Resilience4j and Spring guard, and files behind a circuit breaker. */
@SpringBootApplication
@EnableResilientMethods
@EnableAsync
public class ResilienceApplication implements WebMvcConfigurer {

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(ResilienceApplication.class, args);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/files/**", "/guarded/**").addResourceLocations("file:site/");
    }

    /** Counts each file as a call, and answers none once too many failed. */
    @Bean
    FilterRegistrationBean<Filter> guard(CircuitBreakerRegistry registry) {
        CircuitBreaker breaker = registry.circuitBreaker("files");
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            try {
                breaker.executeCheckedSupplier(() -> {
                    chain.doFilter(request, response);
                    if (request.getParameter("fail") != null) {
                        throw new IOException("asked to fail");
                    }
                    return null;
                });
            } catch (CallNotPermittedException ex) {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, ex.getMessage());
            } catch (IOException | ServletException | RuntimeException ex) {
                throw ex;
            } catch (Throwable ex) {
                throw new ServletException(ex);
            }
        });
        registration.addUrlPatterns("/guarded/*");
        return registration;
    }
}
