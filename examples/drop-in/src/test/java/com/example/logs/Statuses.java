/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;

/** Keeps the warnings and errors of Logback's status. */
public class Statuses implements StatusListener {

    private static final List<Status> ENTRIES = new CopyOnWriteArrayList<>();

    @Override
    public void addStatusEvent(Status status) {
        if (status.getEffectiveLevel() > Status.INFO) {
            ENTRIES.add(status);
        }
    }

    /** Those that name an appender. */
    static String of(String appender) {
        return ENTRIES.stream()
                .filter(entry -> entry.getMessage().contains("[" + appender + "]"))
                .map(entry -> entry.getMessage() + (entry.getThrowable() == null ? "" : " " + entry.getThrowable()))
                .collect(Collectors.joining("\n"));
    }
}
