/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Serves files in most of the ways that Spring MVC has. */
@SpringBootApplication
public class FilesApplication {

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(FilesApplication.class, args);
    }
}
