/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.Optional;

/**
 * One of the processes that are compared.
 *
 * @param name what results call it, such as {@code tuned} or {@code tuned without cache}
 * @param variant the executable
 * @param arguments what it is started with besides where to listen and where to keep its files
 */
public record Side(String name, Variant variant, List<String> arguments) {

    private static final String LOG_FILE = "--logging.file.name=";

    /** A variant as it is. */
    public static Side of(Variant variant) {
        return new Side(variant.label(), variant, List.of());
    }

    /** A second process started like this one: what differs between the two is noise. */
    public Side control() {
        return new Side(name + " (control)", variant, arguments);
    }

    /** The file below its directory that it logs to, besides its output. */
    public Optional<String> logFile() {
        return arguments.stream()
                .filter(argument -> argument.startsWith(LOG_FILE))
                .map(argument -> argument.substring(LOG_FILE.length()))
                .findFirst();
    }

    /** The side's name as a directory. */
    public String directory() {
        return name.replaceAll("[^a-z0-9-]+", "-");
    }
}
