/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

/** Makes a text that somebody else chose fit for one line of a log. */
final class OneLine {

    private OneLine() {}

    /** The first characters of the text, with a question mark for whatever would break the line or change how it is shown. */
    static String of(String text, int longest) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), longest) + 1);
        int end = Math.min(text.length(), longest);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(isHarmless(c) ? c : '?');
        }
        return (end < text.length() ? line.append('…') : line).toString();
    }

    private static boolean isHarmless(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
