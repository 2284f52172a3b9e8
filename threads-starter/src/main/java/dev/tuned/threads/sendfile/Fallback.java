/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.Locale;

/** Why a static resource was not sent by sendfile; Spring's own converter wrote it then. */
public enum Fallback {
    /** The connector has no sendfile, or the request did not come through the embedded Tomcat. */
    UNSUPPORTED,
    /** An HTTP/2 stream: Tomcat would map the file into memory, and a file that shrinks would fail in the middle. */
    HTTP2,
    /** An encrypted connection: the bytes have to pass through the JVM, and all but the first would on the poller's thread. */
    TLS,
    /** A filter replaced the response by one that may look at the body or change it. */
    WRAPPED,
    /** An include or an error dispatch: the response has content from elsewhere. */
    DISPATCH,
    /** Something was written before. */
    COMMITTED,
    /** Tomcat compresses the response for this client. */
    COMPRESSIBLE,
    /** No file of its own: within a jar, made in memory, or on a file system that the JVM brings. */
    NOT_A_FILE,
    /** More than one range. */
    MULTIPLE_RANGES,
    /** Without a body to send. */
    HEAD,
    /** Below the smallest size. */
    TOO_SMALL,
    /** Above the largest size. */
    TOO_LARGE;

    /** Name in meters and reports, such as {@code not-a-file}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
