/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

class LettuceFaultsIT extends AbstractRedisFaultsIT {

    LettuceFaultsIT() {
        super("lettuce");
    }
}
