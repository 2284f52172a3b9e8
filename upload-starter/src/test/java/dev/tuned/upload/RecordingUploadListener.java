/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it hears. */
class RecordingUploadListener implements UploadListener {

    private final List<String> events = new CopyOnWriteArrayList<>();

    List<String> events() {
        return events;
    }

    @Override
    public void started(Tier tier) {
        events.add("started");
    }

    @Override
    public void finished(Tier tier, String outcome, long bytes, long nanos) {
        events.add(outcome);
    }

    @Override
    public void kept(boolean inMemory, long bytes) {
        events.add((inMemory ? "memory " : "file ") + bytes);
    }

    @Override
    public void fellBack() {
        events.add("fell back");
    }
}
