/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The ceiling of what the server can do, and its opposite: a request that waits for somebody else. */
@RestController
class HelloController {

    private static final int LONGEST_MS = 60_000;

    private final SlowCalls slowCalls;
    private final DownstreamPool pool;

    HelloController(SlowCalls slowCalls, DownstreamPool pool) {
        this.slowCalls = slowCalls;
        this.pool = pool;
    }

    @GetMapping(path = "/hello", produces = MediaType.TEXT_PLAIN_VALUE)
    String hello() {
        return "hello";
    }

    /** Blocks the thread that serves the request, as a downstream call does. */
    @GetMapping(path = "/slow", produces = MediaType.TEXT_PLAIN_VALUE)
    String slow(@RequestParam(defaultValue = "50") int ms) throws InterruptedException {
        requireWithinBounds(ms);
        slowCalls.block(ms);
        return "slept " + ms + " ms";
    }

    /** The same through a pool of {@value DownstreamPool#CONNECTIONS} connections, each of which carries one call at a time. */
    @GetMapping(path = "/pooled", produces = MediaType.TEXT_PLAIN_VALUE)
    String pooled(@RequestParam(defaultValue = "10") int ms) throws InterruptedException {
        requireWithinBounds(ms);
        pool.call(ms);
        return "held a connection for " + ms + " ms";
    }

    private static void requireWithinBounds(int ms) {
        if (ms < 0 || ms > LONGEST_MS) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, "ms: must be between 0 and " + LONGEST_MS);
        }
    }
}
