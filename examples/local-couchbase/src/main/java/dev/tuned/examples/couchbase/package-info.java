/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A Couchbase that runs on this machine, in a service or as its own process, and wires to it or to a Redis. Nothing here
 * is part of the example service.
 */
@NullMarked
package dev.tuned.examples.couchbase;

import org.jspecify.annotations.NullMarked;
