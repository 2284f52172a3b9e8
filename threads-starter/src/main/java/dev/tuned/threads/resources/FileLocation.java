/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.io.File;
import java.io.IOException;
import java.net.URL;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;

/**
 * A directory that files are served from.
 *
 * @param child URL of something in it, which other names are resolved against
 * @param directory the directory; null for the one that the JVM runs in
 */
record FileLocation(URL child, @Nullable File directory) {

    /** Takes the directory from what Spring makes of a name in it. */
    static FileLocation of(Resource child) throws IOException {
        return new FileLocation(child.getURL(), child.getFile().getParentFile());
    }

    /**
     * Finds a readable file.
     *
     * @param path a {@linkplain #isPlain plain} path below the directory
     * @return null where there is none
     * @throws IOException if it goes away meanwhile
     */
    @Nullable
    FileSnapshot find(String path) throws IOException {
        File file = new File(this.directory, path);
        if (!file.canRead()) {
            return null;
        }
        FileSnapshot found = new FileSnapshot(new URL(this.child, path), file);
        return found.isDirectory() ? null : found;
    }

    /**
     * Whether a path can mean only one file and one below the location: names of unreserved ASCII characters (RFC 3986, section
     * 2.3), none of which is empty or begins with a dot, separated by single slashes. Nothing in it is to be decoded, cleaned
     * or escaped, so all checks of Spring's that look for a way out of the location would pass.
     */
    static boolean isPlain(String path) {
        char previous = '/';
        for (int i = 0; i < path.length(); i++) {
            char current = path.charAt(i);
            boolean plain = isNameCharacter(current) || ((current == '.' || current == '/') && previous != '/');
            if (!plain) {
                return false;
            }
            previous = current;
        }
        return previous != '/';
    }

    private static boolean isNameCharacter(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '-'
                || character == '_'
                || character == '~';
    }
}
