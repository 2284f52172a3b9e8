/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

/** The catalogue. What else is in force depends on the class path and on application.yml. */
@SpringBootApplication
@EnableCaching
public class CatalogApplication {

    public static void main(String[] args) {
        Catalog.run(CatalogApplication.class, args);
    }
}
