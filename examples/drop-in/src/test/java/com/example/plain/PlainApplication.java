/* SPDX-License-Identifier: Apache-2.0 */
package com.example.plain;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class PlainApplication {

    public static void main(String[] args) {
        SpringApplication.run(PlainApplication.class, args);
    }

    @GetMapping("/hello")
    String hello() {
        return "Hello";
    }
}
