/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import org.junit.jupiter.api.Tag;

/** As with Lettuce. */
@Tag("nightly")
class JedisFaultsIT extends AbstractRedisFaultsIT {

    JedisFaultsIT() {
        super("jedis");
    }
}
