/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

/** Gives the requests of a load one after the other. Called by one thread. */
@FunctionalInterface
public interface RequestSource {

    LoadRequest next();
}
