/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/** Makes of what a client calls a file something that can be shown. */
final class FileNames {

    private static final int MAX_LENGTH = 255;

    private FileNames() {}

    /**
     * Last segment of a path of either kind, without a drive letter, control characters and what turns the direction of
     * text; empty where nothing is left, or only a reference to a directory.
     */
    static String clean(String submitted) {
        int start = Math.max(submitted.lastIndexOf('/'), submitted.lastIndexOf('\\')) + 1;
        StringBuilder characters = new StringBuilder();
        submitted
                .substring(start)
                .codePoints()
                .filter(FileNames::isShown)
                .limit(MAX_LENGTH)
                .forEach(characters::appendCodePoint);
        String name = characters.toString().strip();
        if (name.length() >= 2 && name.charAt(1) == ':' && Character.isLetter(name.charAt(0))) {
            name = name.substring(2);
        }
        return (name.equals(".") || name.equals("..")) ? "" : name;
    }

    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> !turnsDirection(character);
        };
    }

    private static boolean turnsDirection(int character) {
        return character == 0x061c
                || character == 0x200e
                || character == 0x200f
                || (character >= 0x202a && character <= 0x202e)
                || (character >= 0x2066 && character <= 0x2069);
    }
}
