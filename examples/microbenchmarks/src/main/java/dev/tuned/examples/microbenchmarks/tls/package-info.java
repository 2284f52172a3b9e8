/* SPDX-License-Identifier: Apache-2.0 */
/** What TLS costs in Tomcat, by the JDK and by OpenSSL. */
@NullMarked
package dev.tuned.examples.microbenchmarks.tls;

import org.jspecify.annotations.NullMarked;
