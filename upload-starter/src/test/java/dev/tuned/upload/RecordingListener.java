/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a listener hears. */
final class RecordingListener implements UploadListener {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void started(Tier tier) {
        heard.add("started " + tier);
    }

    @Override
    public void finished(Tier tier, String outcome, long bytes, long nanos) {
        heard.add(outcome + " " + tier);
    }

    /** Whether every upload that began is over: where it is handled asynchronously, that comes after the answer. */
    boolean isQuiet() {
        return 2 * heard.stream().filter(each -> each.startsWith("started")).count() == heard.size();
    }

    List<String> heard() {
        return heard;
    }
}
