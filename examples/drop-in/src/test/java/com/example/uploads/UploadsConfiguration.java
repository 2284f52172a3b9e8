/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Part;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.multipart.support.MultipartFilter;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Functional routes, and beans that only some applications have. */
@Configuration(proxyBeanMethods = false)
class UploadsConfiguration {

    @Bean
    RouterFunction<ServerResponse> functional() {
        return RouterFunctions.route()
                .POST("/functional/parts", request -> ServerResponse.ok().body(parts(request)))
                .POST(
                        "/functional/params",
                        request -> ServerResponse.ok()
                                .body(Seen.text(request.params().toString())))
                .POST("/functional/body", request -> ServerResponse.ok().body(Seen.content(request.body(byte[].class))))
                .build();
    }

    private static String parts(ServerRequest request) throws Exception {
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, List<Part>> entry : request.multipartData().entrySet()) {
            seen.append(Seen.text(entry.getKey())).append(" = ").append(Seen.parts(entry.getValue()));
        }
        return seen.toString();
    }

    @Bean
    @Profile("own-configuration")
    MultipartConfigElement multipartConfigElement() {
        return new MultipartConfigElement("", 2_000, 5_000, 1_000);
    }

    @Bean
    @Profile("own-resolver")
    StandardServletMultipartResolver multipartResolver() {
        StandardServletMultipartResolver resolver = new StandardServletMultipartResolver();
        resolver.setStrictServletCompliance(true);
        return resolver;
    }

    @Bean
    @Profile("multipart-filter")
    FilterRegistrationBean<MultipartFilter> multipartFilter() {
        FilterRegistrationBean<MultipartFilter> registration = new FilterRegistrationBean<>(new MultipartFilter());
        registration.setOrder(-200);
        return registration;
    }

    /** What many tutorials show. */
    @RestControllerAdvice
    @Profile("advice")
    static class Advice {

        @ExceptionHandler(MaxUploadSizeExceededException.class)
        ResponseEntity<String> tooLarge(MaxUploadSizeExceededException e) {
            return ResponseEntity.status(HttpStatus.CONTENT_TOO_LARGE)
                    .body("Too large! " + e.getMaxUploadSize() + "\n" + Seen.failure(e));
        }

        @ExceptionHandler(MultipartException.class)
        ResponseEntity<String> broken(MultipartException e) {
            return ResponseEntity.badRequest().body("Broken! " + Seen.failure(e));
        }

        @ExceptionHandler(IOException.class)
        ResponseEntity<String> unreadable(IOException e) {
            return ResponseEntity.internalServerError().body("Unreadable! " + Seen.failure(e));
        }
    }
}
