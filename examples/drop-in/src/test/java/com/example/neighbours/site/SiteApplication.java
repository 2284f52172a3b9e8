/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.site;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

import com.example.files.SiteFiles;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.UrlResource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.CssLinkResourceTransformer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.ResourceUrlEncodingFilter;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/** A site with most of what Spring has for static files, each below a path of its own, and a filter that compresses. */
@SpringBootApplication
@RestController
public class SiteApplication implements WebMvcConfigurer {

    private static final String SITE = "file:site/";

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(SiteApplication.class, args);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/files/**", "/tagged/**", "/gzipped/**").addResourceLocations(SITE);
        registry.addResourceHandler("/file-system/**").addResourceLocations(new FileSystemResource("site/"));
        registry.addResourceHandler("/url/**").addResourceLocations(UrlResource.from(new File("site/").toURI()));
        registry.addResourceHandler("/class-path/**").addResourceLocations(classPath());
        registry.addResourceHandler("/jar/**")
                .addResourceLocations("classpath:/org/springframework/web/servlet/config/");
        registry.addResourceHandler("/content/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
        registry.addResourceHandler("/fixed/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new VersionResourceResolver().addFixedVersionStrategy("v7", "/**"));
        registry.addResourceHandler("/encoded/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new EncodedResourceResolver());
        registry.addResourceHandler("/encoded-content/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new EncodedResourceResolver())
                .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
        registry.addResourceHandler("/styled/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"))
                .addTransformer(new CssLinkResourceTransformer());
        registry.addResourceHandler("/upper-case/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addTransformer(new UpperCaseTransformer());
    }

    /** The site on a class path, below a directory. */
    private static ClassPathResource classPath() {
        try {
            URL directory = Path.of("").toUri().toURL();
            return new ClassPathResource("site/", new URLClassLoader(new URL[] {directory}));
        } catch (MalformedURLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Bean
    FilterRegistrationBean<Filter> tags() {
        return below("/tagged/*", new ShallowEtagHeaderFilter());
    }

    @Bean
    FilterRegistrationBean<Filter> links() {
        return below("/*", new ResourceUrlEncodingFilter());
    }

    @Bean
    FilterRegistrationBean<Filter> gzip() {
        return below("/gzipped/*", new GzipFilter());
    }

    private static FilterRegistrationBean<Filter> below(String pattern, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(pattern);
        return registration;
    }

    /** The address of a file with its version, as a view would have it. */
    @GetMapping("/link")
    String link(@RequestParam String to, HttpServletResponse response) {
        return response.encodeURL(to);
    }
}
