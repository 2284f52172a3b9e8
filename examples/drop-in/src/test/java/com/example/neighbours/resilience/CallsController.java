/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.resilience;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import org.springframework.http.HttpStatus;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Calls, one path each. */
@RestController
class CallsController {

    private final Calls calls;

    CallsController(Calls calls) {
        this.calls = calls;
    }

    @GetMapping("/breaker/{fail}")
    String breaker(@PathVariable boolean fail) {
        return calls.breaker(fail);
    }

    @GetMapping("/bulkhead/{file}")
    String bulkhead(@PathVariable String file) throws InterruptedException {
        return calls.bulkhead(file);
    }

    @GetMapping("/pool")
    CompletableFuture<String> pool() {
        return calls.pool();
    }

    @GetMapping("/never")
    CompletableFuture<String> never() {
        return calls.never();
    }

    @GetMapping("/again")
    String again() {
        return calls.again();
    }

    @GetMapping("/springs-retry")
    String springsRetry() {
        return calls.springsRetry();
    }

    @GetMapping("/limited/{file}")
    String limited(@PathVariable String file) throws InterruptedException {
        return calls.limited(file);
    }

    @GetMapping("/rejecting/{file}")
    String rejecting(@PathVariable String file) throws InterruptedException {
        return calls.rejecting(file);
    }

    @GetMapping("/handled/{file}")
    String handled(@PathVariable String file) throws InterruptedException {
        try {
            return calls.rejecting(file);
        } catch (InvocationRejectedException ex) {
            return "handled: " + ex.getMessage();
        }
    }

    @GetMapping("/limited-asynchronously/{file}")
    CompletableFuture<String> limitedAsynchronously(@PathVariable String file) throws InterruptedException {
        return calls.limitedAsynchronously(file);
    }

    @GetMapping("/most")
    String most() {
        return "at once " + calls.most();
    }

    @ExceptionHandler({CallNotPermittedException.class, BulkheadFullException.class})
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    String refused(Exception exception) {
        return "refused: " + exception.getMessage();
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.GATEWAY_TIMEOUT)
    String late(TimeoutException exception) {
        return "late: " + exception.getMessage();
    }
}
