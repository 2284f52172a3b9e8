/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.util.FileCopyUtils;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.resource.CssLinkResourceTransformer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;
import org.springframework.web.servlet.resource.TransformedResource;
import org.springframework.web.servlet.resource.VersionResourceResolver;

import dev.tuned.examples.dropin.inside.Notes;

/** One prefix per way to serve the files of the site. */
@Configuration(proxyBeanMethods = false)
class ResourceHandlers implements WebMvcConfigurer {

    private static final String SITE = "file:site/";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(
                        "/site/**",
                        "/mixed/**",
                        "/routed/**",
                        "/intercepted/**",
                        "/shallow/**",
                        "/caching/**",
                        "/wrapped/**",
                        "/late/**",
                        "/attributes/**",
                        "/pattern/*.txt",
                        "/deep/{*path}",
                        "/one/{name}/*.txt")
                .addResourceLocations(SITE);
        registry.addResourceHandler("/absolute/**")
                .addResourceLocations(new File("site/").toURI().toString());
        registry.addResourceHandler("/both/**")
                .addResourceLocations("file:missing/", "classpath:/threads/", "file:other/", SITE);
        registry.addResourceHandler("/class-path/**").addResourceLocations("classpath:/threads/");
        registry.addResourceHandler("/jar/**").addResourceLocations("classpath:/org/springframework/web/servlet/");
        registry.addResourceHandler("/file-system/**").addResourceLocations(new FileSystemResource("site/"));
        registry.addResourceHandler("/url/**").addResourceLocations(UrlResource.from(new File("site/").toURI()));
        registry.addResourceHandler("/without-slash/**").addResourceLocations("file:site");
        registry.addResourceHandler("/cached/**")
                .addResourceLocations(SITE)
                .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
                .setUseLastModified(false);
        registry.addResourceHandler("/period/**").addResourceLocations(SITE).setCachePeriod(0);
        registry.addResourceHandler("/etag/**").addResourceLocations(SITE).setEtagGenerator(ResourceHandlers::etag);
        registry.addResourceHandler("/optimized/**")
                .addResourceLocations(SITE, "file:missing/")
                .setOptimizeLocations(true);
        registry.addResourceHandler("/versioned/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"))
                .addTransformer(new CssLinkResourceTransformer());
        registry.addResourceHandler("/fixed/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new VersionResourceResolver().addFixedVersionStrategy("v1", "/**"));
        registry.addResourceHandler("/encoded/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new EncodedResourceResolver());
        registry.addResourceHandler("/chain/**").addResourceLocations(SITE).resourceChain(true);
        registry.addResourceHandler("/chain-uncached/**")
                .addResourceLocations(SITE)
                .resourceChain(false);
        registry.addResourceHandler("/own/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new TextForBinary());
        registry.addResourceHandler("/transformed/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addTransformer((request, resource, chain) -> upperCase(chain.transform(request, resource)));
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Recorder()).addPathPatterns("/intercepted/**", "/mixed/**", "/versioned/49k.txt");
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/site/**").allowedOrigins("http://good.example").allowedMethods("GET", "POST");
    }

    /** Handlers that the application maps itself, one of them of a subclass. */
    @Bean
    SimpleUrlHandlerMapping ownMapping(ResourceHttpRequestHandler ownHandler, Branded brandedHandler) {
        return new SimpleUrlHandlerMapping(Map.of("/own-handler/**", ownHandler, "/branded/**", brandedHandler), 1);
    }

    @Bean
    ResourceHttpRequestHandler ownHandler() {
        ResourceHttpRequestHandler handler = new ResourceHttpRequestHandler();
        handler.setLocations(List.of(new FileSystemResource("site/")));
        return handler;
    }

    @Bean
    Branded brandedHandler() {
        Branded handler = new Branded();
        handler.setLocationValues(List.of(SITE));
        handler.setMediaTypes(Map.of("bin", MediaType.IMAGE_PNG));
        return handler;
    }

    private static String etag(Resource resource) {
        try {
            return "\"" + resource.getFilename() + "-" + resource.contentLength() + "\"";
        } catch (IOException ex) {
            return "\"none\"";
        }
    }

    private static Resource upperCase(Resource resource) throws IOException {
        String text = new String(FileCopyUtils.copyToByteArray(resource.getInputStream()), StandardCharsets.ISO_8859_1);
        return new TransformedResource(resource, text.toUpperCase().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Adds a header, and tells what it serves. */
    static class Branded extends ResourceHttpRequestHandler {

        @Override
        protected void setHeaders(HttpServletResponse response, Resource resource, MediaType mediaType)
                throws IOException {
            super.setHeaders(response, resource, mediaType);
            response.setHeader("X-Brand", resource.getFilename() + " of " + resource.contentLength());
        }
    }

    /** Serves the text file of the name where a binary one is asked for. */
    private static final class TextForBinary extends PathResourceResolver {

        @Override
        protected Resource getResource(String path, Resource location) throws IOException {
            return super.getResource(path.replace(".bin", ".txt"), location);
        }
    }

    /** Notes what an interceptor sees of each request. */
    private static final class Recorder implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            response.setHeader(
                    "X-Pattern", String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)));
            note(
                    request,
                    "pre",
                    handler.getClass().getSimpleName()
                            + " " + request.getAttribute(HandlerMapping.PATH_WITHIN_HANDLER_MAPPING_ATTRIBUTE)
                            + " " + request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE));
            return true;
        }

        @Override
        public void postHandle(
                HttpServletRequest request, HttpServletResponse response, Object handler, ModelAndView view) {
            note(request, "post", response.getStatus() + " " + response.isCommitted() + " " + view);
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, Exception exception) {
            note(request, "after", response.getStatus() + " " + exception);
        }

        private static void note(HttpServletRequest request, String aspect, String seen) {
            Notes.add("interceptor of " + request.getMethod() + " " + request.getRequestURI(), aspect, seen);
        }
    }
}
