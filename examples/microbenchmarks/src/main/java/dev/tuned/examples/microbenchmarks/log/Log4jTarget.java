/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;

/** Log4j 2 with all loggers asynchronous, by its own API. */
final class Log4jTarget implements Target {

    /** Beside SLF4J's bridge, which Boot brings; without garbage although there is a servlet API. */
    static final List<String> JVM_OPTIONS = List.of(
            "-Dlog4j.provider=org.apache.logging.log4j.core.impl.Log4jProvider",
            "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.BasicAsyncLoggerContextSelector",
            "-Dlog4j2.configurationFile=classpath:log-benchmark-log4j2.xml",
            "-Dlog4j2.isWebapp=false",
            "-Dlog4j2.enableThreadlocals=true",
            "-Dlog4j2.garbagefreeThreadContextMap=true",
            "-Dlog4j2.asyncLoggerRingBufferSize=8192");

    private static final long POLL_NANOS = 1_000_000;

    private final Logger logger;
    private final RingBufferAdmin ring;

    Log4jTarget(Path file) {
        System.setProperty("log.file", file.toString());
        logger = LogManager.getLogger(Request.LOGGER);
        if (!(LogManager.getContext(false) instanceof AsyncLoggerContext context)) {
            throw new IllegalStateException("Not asynchronous: " + LogManager.getContext(false));
        }
        ring = context.createRingBufferAdmin();
    }

    @Override
    public void enterRequest() {
        ThreadContext.putAll(Request.MDC);
    }

    @Override
    public void log(boolean inFull, long product) {
        if (inFull) {
            logger.info(Request.FULL, product, Request.DETAIL);
        } else {
            logger.info(Request.SHORT, product, Request.millis(product));
        }
    }

    @Override
    public void await() {
        while (ring.getRemainingCapacity() < ring.getBufferSize()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public void close() {
        LogManager.shutdown();
    }
}
