/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.inside;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What an application records of itself: it goes to a file that the suite reads when the process has ended. Thread-safe. */
public final class Notes {

    private static final Object LOCK = new Object();

    private Notes() {}

    /**
     * Adds {@code seen} to what is compared.
     *
     * @param name of the case
     * @param aspect of it, such as {@code value} or {@code exception}; what is added twice is kept in order
     */
    public static void add(String name, String aspect, Object seen) {
        synchronized (LOCK) {
            try (DataOutputStream out = new DataOutputStream(
                    new BufferedOutputStream(new FileOutputStream(System.getProperty("dropin.notes"), true)))) {
                for (String text : new String[] {name, aspect, String.valueOf(seen)}) {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    out.writeInt(bytes.length);
                    out.write(bytes);
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    /** Runs {@code action} and adds what it returns or throws: class and message of the exception and its causes. */
    public static void outcome(String name, Action action) {
        try {
            add(name, "value", action.run());
        } catch (Throwable ex) {
            for (Throwable t = ex; t != null; t = t.getCause()) {
                add(name, "exception", t.getClass().getName() + ": " + t.getMessage());
            }
        }
    }

    /** Something to try. */
    @FunctionalInterface
    public interface Action {

        Object run() throws Throwable;
    }
}
