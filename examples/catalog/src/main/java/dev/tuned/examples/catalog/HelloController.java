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

    HelloController(SlowCalls slowCalls) {
        this.slowCalls = slowCalls;
    }

    @GetMapping(path = "/hello", produces = MediaType.TEXT_PLAIN_VALUE)
    String hello() {
        return "hello";
    }

    /** Blocks the thread that serves the request, as a downstream call does. */
    @GetMapping(path = "/slow", produces = MediaType.TEXT_PLAIN_VALUE)
    String slow(@RequestParam(defaultValue = "50") int ms) throws InterruptedException {
        if (ms < 0 || ms > LONGEST_MS) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, "ms: must be between 0 and " + LONGEST_MS);
        }
        slowCalls.block(ms);
        return "slept " + ms + " ms";
    }
}
