/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.proxy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

import com.example.neighbours.uploads.Uploads;
import com.example.uploads.Seen;
import jakarta.servlet.Filter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.multipart.MultipartFile;

/** What Spring has for applications behind a proxy and for browsers, all switched on, and Tomcat's access log. */
@SpringBootApplication
@Import(Uploads.class)
@RestController
public class ProxyApplication {

    private final AtomicReference<String> last = new AtomicReference<>("nothing");

    public static void main(String[] args) {
        SpringApplication.run(ProxyApplication.class, args);
    }

    @Bean
    FilterRegistrationBean<Filter> tagged() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
        registration.addUrlPatterns("/tagged/*");
        return registration;
    }

    @PostMapping("/tagged/last")
    String keep(@RequestParam MultipartFile file) throws IOException {
        last.set(Seen.file(file));
        return "kept " + last.get();
    }

    @GetMapping("/tagged/last")
    String kept() {
        return last.get();
    }
}
