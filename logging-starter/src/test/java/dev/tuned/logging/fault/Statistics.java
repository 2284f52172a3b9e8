/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** The {@link dev.tuned.logging.AppenderStatistics} of another JVM, which add up. */
record Statistics(String text, long accepted, long written, long dropped, long queued) {

    Statistics(String text) {
        this(text, number(text, "accepted"), number(text, "written"), number(text, "dropped"), number(text, "queued"));
        assertThat(accepted).as(text).isEqualTo(written + dropped + queued);
    }

    private static long number(String text, String name) {
        Matcher matcher = Pattern.compile("\\b" + name + "=(\\d+)").matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }
}
