/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.Arrays;

import org.springframework.boot.SpringApplication;

/** Entry point shared by the executables: the service itself, or with {@code couchbase} only the embedded Couchbase. */
public final class Catalog {

    private Catalog() {}

    /**
     * Runs what the command line asks for.
     *
     * @param application the variant's application class
     * @param args {@code couchbase [--port=N] [--until-eof]}, or Spring Boot's usual arguments
     */
    public static void run(Class<?> application, String... args) {
        if (args.length > 0 && args[0].equals("couchbase")) {
            int exitCode = CouchbaseCommand.run(
                    Arrays.asList(args).subList(1, args.length), System.in, System.out, System.err);
            System.exit(exitCode);
        }
        SpringApplication.run(application, args);
    }
}
