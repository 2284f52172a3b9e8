/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@SpringBootApplication
@EnableCaching
@EnableAsync
public class DeskApplication {

    public static void main(String[] args) {
        System.setProperty("desk.starts", String.valueOf(Integer.getInteger("desk.starts", 0) + 1));
        SpringApplication.run(DeskApplication.class, args);
    }

    @Bean
    WebMvcConfigurer cors() {
        return new WebMvcConfigurer() {
            @Override
            public void addCorsMappings(CorsRegistry registry) {
                registry.addMapping("/tickets/**")
                        .allowedOrigins("https://desk.example")
                        .allowedMethods("GET", "PUT");
            }
        };
    }
}
