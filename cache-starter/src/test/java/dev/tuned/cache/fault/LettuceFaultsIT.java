/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

class LettuceFaultsIT extends AbstractFaultsIT {

    LettuceFaultsIT() {
        super("lettuce");
    }
}
