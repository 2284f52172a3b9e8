/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.Locale;

/** A kind of work that methods are observed for. */
enum Signal {
    /** A request, from Tomcat's point of view. */
    REQUEST,
    /** Reading a multipart request, and its temporary files. */
    UPLOAD,
    /** Writing a log line. */
    LOGGING,
    /** Walking the stack for a log line's caller; part of {@link #LOGGING}. */
    CALLER_DATA,
    /** A read of one of Spring's Redis caches. */
    REDIS_CACHE,
    /** Answering with a static file. */
    STATIC_FILE,
    /** A thread that waits for a request. */
    IDLE;

    /** Its name in the table of methods. */
    static Signal of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
