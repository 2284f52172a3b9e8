/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/** Keeps what it is given, and whoever gives it the first event until it is let go. */
final class HeldAppender extends AppenderBase<ILoggingEvent> {

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private volatile Thread lastThread;

    static HeldAppender in(ConfiguredContext context) {
        HeldAppender appender = new HeldAppender();
        appender.setContext(context);
        appender.setName("HELD");
        appender.start();
        return appender;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lastThread = Thread.currentThread();
        held.countDown();
        if (release.getCount() == 0) {
            messages.add(event.getFormattedMessage());
            return;
        }
        try {
            release.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        messages.add(event.getFormattedMessage());
    }

    Thread lastThread() {
        return lastThread;
    }

    /** Returns when the writer is inside. */
    void awaitHeld() throws InterruptedException {
        held.await();
    }

    void letGo() {
        release.countDown();
    }

    List<String> messages() {
        return messages;
    }
}
