/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.upload.multipart.BodyException;

/** Logs what the client is not told: the limit that an upload exceeded, and the property that sets it. */
public final class Refusals {

    private static final Log logger = LogFactory.getLog(Refusals.class);

    private Refusals() {}

    /** Logs it at INFO where a limit was exceeded, otherwise at DEBUG. */
    public static void log(BodyException ex) {
        if (ex.property() != null) {
            logger.info("Upload refused: %s (%d or more, limit %d, set by %s)"
                    .formatted(ex.reason().code(), ex.actual(), ex.limit(), ex.property()));
        } else {
            logger.debug("Upload refused: " + ex.reason().code(), ex);
        }
    }
}
