/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

/** What the tests cache. */
public record Product(String id, int version) {}
