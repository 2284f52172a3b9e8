/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

/** Is a bean where no web server keeps the JVM running while tasks do. */
public final class NoWebServer {}
