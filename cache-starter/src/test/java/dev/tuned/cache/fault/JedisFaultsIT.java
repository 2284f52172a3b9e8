/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

class JedisFaultsIT extends AbstractFaultsIT {

    JedisFaultsIT() {
        super("jedis");
    }
}
