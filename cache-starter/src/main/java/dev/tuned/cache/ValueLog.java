/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Says once per region what is wrong with its values; a warning per request would help nobody. Thread-safe. */
final class ValueLog {

    private static final Log log = LogFactory.getLog(ValueLog.class);

    private final AtomicBoolean undecodable = new AtomicBoolean();
    private final AtomicBoolean unstorable = new AtomicBoolean();
    private final String region;

    ValueLog(String region) {
        this.region = region;
    }

    void undecodable(Throwable cause) {
        once(undecodable, "L2 holds a document that is not JSON of the declared type; it is loaded anew", cause);
    }

    void unstorable(Throwable cause) {
        once(unstorable, "a value cannot be kept in L2 and stays in L1 only", cause);
    }

    private void once(AtomicBoolean logged, String what, Throwable cause) {
        if (logged.compareAndSet(false, true)) {
            log.warn("Cache region '" + region + "': " + what + " (said once). Cause: " + cause);
        } else {
            log.debug("Cache region '" + region + "': " + what, cause);
        }
    }
}
