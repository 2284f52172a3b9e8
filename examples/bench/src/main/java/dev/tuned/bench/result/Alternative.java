/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

/**
 * Properties of Spring Boot, Tomcat or Logback with the same purpose as a starter.
 *
 * @param setting what is set, as it is written; empty where no property does the like
 * @param adds what is left for the starter, whatever the property gains
 */
public record Alternative(String setting, String adds) {

    /** The name of the variant with all such properties. */
    public static final String COLUMN = "best property";
}
