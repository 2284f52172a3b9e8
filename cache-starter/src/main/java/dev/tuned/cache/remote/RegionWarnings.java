/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.value.ValueCodec;

/** Says once per region what is wrong with its values, keys and loads; a warning per request would not help. Thread-safe. */
public final class RegionWarnings {

    private static final Log log = LogFactory.getLog(RegionWarnings.class);

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean unconfirmed = new AtomicBoolean();
    private final String region;

    public RegionWarnings(String region) {
        this.region = region;
    }

    void undecodable(Throwable cause) {
        once("L2 holds a document that is not JSON of the declared type; it is reloaded", "Cause: " + cause, cause);
    }

    void unstorable(Throwable cause) {
        once("a value cannot be kept in L2 and stays in L1 only", "Cause: " + cause, cause);
    }

    /** Another version of the application writes the region, too. */
    void otherShape() {
        if (logged.add("shape")) {
            log.info("Cache region '" + region + "': L2 holds a document of another version of the type (logged once);"
                    + " it is reloaded");
        }
    }

    void tooLarge() {
        once(
                "a value is larger than Couchbase takes and stays in L1 only",
                "The limit is " + ValueCodec.MAX_BYTES + " bytes of its document. Keep smaller"
                        + " values, or set tuned.cache.regions." + region + ".l2.enabled=false if all are so large",
                null);
    }

    public void reloadFailed(Throwable cause) {
        once(
                "a load in the background failed, and the value from before is served meanwhile",
                "If it needs its caller's thread, set tuned.cache.regions." + region + ".l1.refresh-ahead=0 and"
                        + " .stale-if-error=0. Cause: " + cause,
                cause);
    }

    /** L2 may still have what the application has changed: once, until {@link #allConfirmed()}. */
    void unconfirmed(String operation, Duration bound) {
        if (unconfirmed.compareAndSet(false, true)) {
            log.warn("Cache region '" + region + "': L2 did not confirm " + operation
                    + ". This process repeats it, and until then takes no notice of what L2 has under the key. Other"
                    + " processes may be served the previous value, for " + bound.toSeconds() + " s at most");
        }
    }

    void allConfirmed() {
        if (unconfirmed.compareAndSet(true, false)) {
            log.info("Cache region '" + region + "': L2 has confirmed every change");
        }
    }

    private void once(String what, String detail, @Nullable Throwable cause) {
        if (logged.add(what)) {
            log.warn("Cache region '" + region + "': " + what + " (logged once). " + detail);
        } else {
            log.debug("Cache region '" + region + "': " + what, cause);
        }
    }
}
