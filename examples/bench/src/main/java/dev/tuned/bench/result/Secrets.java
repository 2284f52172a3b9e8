/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.regex.Pattern;

/** Hides what no message, report or command may repeat. */
public final class Secrets {

    private static final String HIDDEN = "HIDDEN";

    private static final String NAME = "[\\w.-]*(?:password|passwd|pwd|secret|token|credential|api[-_]?key)[\\w.-]*";

    /** A user and a password that is not encoded as a URL needs it. Digits behind the colon are a port. */
    private static final String USER = "(?<=://)[^/?#\\s'\":@]+:(?!\\d{1,5}(?:[/?#\\s'\"]|$))[^'\"\\n]*?(?=@)";

    private static final Pattern SECRET = Pattern.compile("(?i)(?:(?<=://)[^/?#\\s'\"]*(?=@)|" + USER
            + "|(?<=[?&\\s'\"-]|^)(" + NAME + "=)(?!" + HIDDEN + ")(?:'[^']*'|\"[^\"]*\"|[^\\s&'\"]*))");

    private Secrets() {}

    /**
     * The same text without the user and the password of a URL, and without the values of what is named like a
     * password.
     */
    public static String concealed(String text) {
        return SECRET.matcher(text).replaceAll(found -> (found.group(1) == null ? "" : found.group(1)) + HIDDEN);
    }
}
