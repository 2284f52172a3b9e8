/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/** Makes of what a client calls a file something that can be shown. */
final class FileNames {

    private static final int MAX_LENGTH = 255;

    private FileNames() {}

    /** Last segment of a path of either kind, without control characters. */
    static String clean(String submitted) {
        int start = Math.max(submitted.lastIndexOf('/'), submitted.lastIndexOf('\\')) + 1;
        StringBuilder name = new StringBuilder();
        submitted
                .substring(start)
                .codePoints()
                .filter(character -> !Character.isISOControl(character))
                .limit(MAX_LENGTH)
                .forEach(name::appendCodePoint);
        return name.toString();
    }
}
