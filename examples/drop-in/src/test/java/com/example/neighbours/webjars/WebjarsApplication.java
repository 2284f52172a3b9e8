/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.webjars;

import com.example.files.SiteFiles;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.resource.ResourceUrlEncodingFilter;

/** A site with jQuery as a webjar, whose version its pages do not name. */
@SpringBootApplication
@RestController
public class WebjarsApplication {

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(WebjarsApplication.class, args);
    }

    @Bean
    FilterRegistrationBean<ResourceUrlEncodingFilter> links() {
        return new FilterRegistrationBean<>(new ResourceUrlEncodingFilter());
    }

    @GetMapping("/link")
    String link(@RequestParam String to, HttpServletResponse response) {
        return response.encodeURL(to);
    }
}
