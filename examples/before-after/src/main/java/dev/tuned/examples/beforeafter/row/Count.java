/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

/**
 * Something that is counted.
 *
 * @param key its name in files
 * @param label its name for people
 */
public record Count(String key, String label) {}
