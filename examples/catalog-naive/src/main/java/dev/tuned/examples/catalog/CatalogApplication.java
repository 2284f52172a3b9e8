/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The catalogue as the sources found it. Without {@code @EnableCaching} every read goes to Couchbase and is parsed anew. */
@SpringBootApplication
public class CatalogApplication {

    public static void main(String[] args) {
        Catalog.run(CatalogApplication.class, args);
    }
}
