/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Serves files from a directory, and lets the page of another service on this machine call this one. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final Path files;

    WebConfiguration(@Value("${catalog.files-dir}") Path files) {
        this.files = files;
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/files/**")
                .addResourceLocations(new FileSystemResource(files.toAbsolutePath() + "/"));
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        for (String path : new String[] {"/slow", "/products/**", "/orders", "/uploads"}) {
            registry.addMapping(path)
                    .allowedOriginPatterns("http://127.0.0.1:[*]", "http://localhost:[*]")
                    .allowedMethods("GET", "POST");
        }
    }
}
