/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

/**
 * What properties of Spring Boot, Tomcat or Logback do for the same.
 *
 * @param setting what is set, as it is written; empty where no property does the like
 * @param adds what is left for the starter, whatever the property gains
 */
public record Alternative(String setting, String adds) {

    /** What the variant with all such properties is called. */
    public static final String COLUMN = "best property";
}
