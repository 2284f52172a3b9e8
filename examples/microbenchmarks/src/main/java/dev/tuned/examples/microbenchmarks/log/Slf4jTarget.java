/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Logs through SLF4J. */
abstract class Slf4jTarget implements Target {

    private final Logger logger = LoggerFactory.getLogger(Request.LOGGER);

    @Override
    public final void enterRequest() {
        Request.MDC.forEach(MDC::put);
    }

    @Override
    public final void log(boolean inFull, long product) {
        if (inFull) {
            logger.info(Request.FULL, product, Request.DETAIL);
        } else {
            logger.info(Request.SHORT, product, Request.millis(product));
        }
    }
}
