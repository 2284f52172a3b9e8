/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class UploadsApplication {

    public static void main(String[] args) {
        SpringApplication.run(UploadsApplication.class, args);
    }
}
