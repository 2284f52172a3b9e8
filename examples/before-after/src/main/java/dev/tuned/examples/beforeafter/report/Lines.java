/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.List;

/** Text that has to keep to a width. */
final class Lines {

    private Lines() {}

    /** Breaks a text between words; a word that is too long for a line is cut. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text.strip();
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int end = space > 0 ? space : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        if (!rest.isEmpty()) {
            lines.add(rest);
        }
        return lines;
    }

    /** Shortens a text. */
    static String fit(String text, int width) {
        return text.length() <= width
                ? text
                : text.substring(0, Math.max(0, width - 1)).stripTrailing() + "…";
    }
}
