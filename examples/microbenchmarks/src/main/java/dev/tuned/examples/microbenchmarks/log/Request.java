/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.util.Map;

/** What is logged, and about which request. The names are those of S2's MDC. */
final class Request {

    static final Map<String, String> MDC = Map.of(
            "requestId",
            "7f3a9c21",
            "remoteHost",
            "10.0.0.17",
            "forwardedFor",
            "",
            "uri",
            "/p",
            "query",
            "",
            "userAgent",
            "curl/8");

    static final String SHORT = "Product {} served in {} ms";

    static final String FULL = "Product {} served: {}";

    /** The argument of a line in full, 1200 characters. */
    static final String DETAIL = "name=Cup, price=1290, ".repeat(55).substring(0, 1200);

    /** The name of the class that logs. */
    static final String LOGGER = Caller.class.getName();

    private Request() {}

    static int millis(long product) {
        return (int) (product & 63);
    }
}
