/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.regex.Pattern;

/** Cleans a client's file name for display. */
final class FileNames {

    private static final int MAX_LENGTH = 255;

    /** Control characters, halves of characters, line separators, and characters that turn the direction of text. */
    private static final Pattern NOT_SHOWN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private FileNames() {}

    /**
     * Last segment of a path of Unix or Windows, without drive letters and characters that are not shown; empty if nothing is left,
     * or only a reference to a directory.
     */
    static String clean(String submitted) {
        int start = Math.max(submitted.lastIndexOf('/'), submitted.lastIndexOf('\\')) + 1;
        String shown = NOT_SHOWN.matcher(submitted.substring(start)).replaceAll("");
        int length = Math.min(MAX_LENGTH, shown.codePointCount(0, shown.length()));
        String name =
                shown.substring(0, shown.offsetByCodePoints(0, length)).strip().replaceFirst("^(?:\\p{L}:\\s*)+", "");
        return (name.equals(".") || name.equals("..")) ? "" : name;
    }
}
