/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.Locale;

/** Why a static resource was not sent by sendfile; Spring's own converter wrote it then. */
public enum Fallback {
    /** The connector is not Tomcat's NIO one, has {@code useSendfile=false}, or is of a version that is not known. */
    UNSUPPORTED,
    /** An HTTP/2 stream: its bytes go out in frames. */
    HTTP2,
    /** An encrypted connection: the bytes have to pass through the JVM. */
    TLS,
    /** A filter replaced the response by one that is not known to leave the body alone. */
    WRAPPED,
    /** An include or an error dispatch: the response has content from elsewhere. */
    DISPATCH,
    /** Something was written before. */
    COMMITTED,
    /** Tomcat compresses the body for this client, or sends it in chunks because trailers follow. */
    ENCODED,
    /** The resource is not known to be nothing but the bytes of a file: its class is the application's, for example. */
    RESOURCE,
    /** The resource has no file: it is within a jar, in memory, or on another file system than the default one. */
    NOT_A_FILE,
    /** More than one range is requested. */
    MULTIPLE_RANGES,
    /** There is no body to send. */
    HEAD,
    /** The resource or range is below the smallest size. */
    TOO_SMALL;

    /** Name in meters and reports, such as {@code not-a-file}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
