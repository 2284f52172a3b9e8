/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a listener hears. */
public final class RecordingListener implements UploadListener {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void started(Mode mode) {
        heard.add("started " + mode);
    }

    @Override
    public void finished(Mode mode, String outcome, long bytes, long nanos) {
        heard.add(outcome + " " + mode);
    }

    /** Whether every upload that began is over: where it is handled asynchronously, that comes after the answer. */
    public boolean isQuiet() {
        return 2 * heard.stream().filter(each -> each.startsWith("started")).count() == heard.size();
    }

    public List<String> heard() {
        return heard;
    }
}
