/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import jakarta.servlet.MultipartConfigElement;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

/** What is there to be injected. */
@RestController
class BeansController {

    private final ObjectProvider<MultipartConfigElement> configuration;
    private final ObjectProvider<MultipartResolver> resolver;
    private final ObjectProvider<StandardServletMultipartResolver> standardResolver;

    BeansController(
            ObjectProvider<MultipartConfigElement> configuration,
            ObjectProvider<MultipartResolver> resolver,
            ObjectProvider<StandardServletMultipartResolver> standardResolver) {
        this.configuration = configuration;
        this.resolver = resolver;
        this.standardResolver = standardResolver;
    }

    @GetMapping("/hello")
    String hello() {
        return "Hello";
    }

    @GetMapping("/beans/limits")
    String limits() {
        MultipartConfigElement element = configuration.getIfAvailable();
        return element == null ? "none" : element.getMaxFileSize() + " " + element.getMaxRequestSize();
    }

    @GetMapping("/beans/storage")
    String storage() {
        MultipartConfigElement element = configuration.getIfAvailable();
        return element == null ? "none" : element.getFileSizeThreshold() + " '" + element.getLocation() + "'";
    }

    @GetMapping("/beans/resolvers")
    String resolvers() {
        return resolver.stream().count() + " " + standardResolver.stream().count();
    }
}
