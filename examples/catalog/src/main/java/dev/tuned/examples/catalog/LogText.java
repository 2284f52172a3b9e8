/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.regex.Pattern;

/** Text from a client, made safe for one line of a log. */
final class LogText {

    /** Would let a client's text pass for the line of another order. */
    private static final Pattern ORDER_NUMBER = Pattern.compile("(?i)(order)\\s(?=\\d)");

    private LogText() {}

    /** The text in quotes, as JSON escapes it: no line breaks, controls, or characters that change the reading direction. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (isPlain(c)) {
                quoted.append(c);
            } else {
                quoted.append(String.format("\\u%04x", (int) c));
            }
        }
        quoted.append('"');
        return ORDER_NUMBER.matcher(quoted).replaceAll("$1\\\\u0020");
    }

    private static boolean isPlain(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
