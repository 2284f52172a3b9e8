/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.beforeafter.load.Expectation;
import dev.tuned.examples.beforeafter.load.ResponseView;

/** Takes products whose name is the time at which they were written, and notes how old the answers are. For one thread. */
final class DatedAnswers implements Expectation {

    private static final Pattern DATED = Pattern.compile("\\{\"id\":\"live-\\d+\",\"name\":\"(\\d+)\"");

    private long oldestMillis;
    private long sinceMillis = Long.MAX_VALUE;
    private long firstAfterMillis = -1;

    @Override
    public boolean accepts(ResponseView response) {
        Matcher dated = DATED.matcher(response.bodyStart());
        if (response.status() != 200 || !dated.lookingAt()) {
            return false;
        }
        long now = System.currentTimeMillis();
        long written = Long.parseLong(dated.group(1));
        oldestMillis = Math.max(oldestMillis, now - written);
        if (written > sinceMillis && firstAfterMillis < 0) {
            firstAfterMillis = now - sinceMillis;
        }
        return true;
    }

    /** The age of the oldest answer, in milliseconds. */
    long oldestMillis() {
        return oldestMillis;
    }

    /** From now on waits for an answer that was written after this moment. */
    void awaitNewerThan(long millis) {
        sinceMillis = millis;
        firstAfterMillis = -1;
    }

    /** How long after that moment the first such answer came, or -1 if none has come yet. */
    long firstAfterMillis() {
        return firstAfterMillis;
    }
}
