/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;
import org.springframework.web.context.request.RequestContextHolder;

@Service
public class Mailer {

    private static final Logger log = LoggerFactory.getLogger(Mailer.class);

    private final CountDownLatch cleaned = new CountDownLatch(2);
    private volatile String cleaner;

    @Async
    public CompletableFuture<String> send(String to) {
        if (to.isBlank()) {
            throw new IllegalArgumentException("nobody to send to");
        }
        log.info("Mail to {}", to);
        return CompletableFuture.completedFuture("to " + to + " user "
                + SecurityContextHolder.getContext().getAuthentication() + " mdc " + MDC.get("request") + " request "
                + RequestContextHolder.getRequestAttributes());
    }

    @Async
    public CompletableFuture<String> thread() {
        return CompletableFuture.completedFuture(
                Thread.currentThread().getName().replaceAll("\\d+", "N"));
    }

    @Scheduled(fixedDelay = 20)
    void clean() {
        cleaner = Thread.currentThread().getName().replaceAll("\\d+", "N");
        cleaned.countDown();
    }

    String cleaner() throws InterruptedException {
        cleaned.await();
        return cleaner;
    }
}
