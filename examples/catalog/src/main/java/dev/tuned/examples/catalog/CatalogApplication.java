/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

/** The example service. Stock and tuned differ by their dependencies alone, the naive one also by what field reports found. */
@SpringBootApplication
@EnableCaching
public class CatalogApplication {

    public static void main(String[] args) {
        SpringApplication.run(CatalogApplication.class, args);
    }
}
