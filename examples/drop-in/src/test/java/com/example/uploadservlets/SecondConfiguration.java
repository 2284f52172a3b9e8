/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploadservlets;

import org.springframework.context.annotation.Bean;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Of the second Spring MVC. */
@EnableWebMvc
class SecondConfiguration {

    @Bean
    AllController allController() {
        return new AllController();
    }

    @Bean
    StandardServletMultipartResolver multipartResolver() {
        return new StandardServletMultipartResolver();
    }
}
