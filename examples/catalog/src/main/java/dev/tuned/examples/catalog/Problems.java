/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.databind.DatabindException;

/** Words for what was wrong with a request; never a class name or a stack trace. */
final class Problems {

    private Problems() {}

    /** Runs a conversion of what a client sent: what it cannot read is the client's fault. */
    static <T> T readable(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (JacksonException e) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, describe(e));
        }
    }

    static String describe(JacksonException e) {
        String path = e.getPath().stream().map(Problems::name).collect(Collectors.joining("."));
        if (!path.isEmpty()) {
            return path + ": has the wrong type or form";
        }
        if (e instanceof DatabindException) {
            return "The body must be a JSON object";
        }
        return "The body is not well-formed JSON (line " + e.getLocation().getLineNr() + ", column "
                + e.getLocation().getColumnNr() + ")";
    }

    private static String name(Reference reference) {
        return reference.getPropertyName() != null ? reference.getPropertyName() : String.valueOf(reference.getIndex());
    }
}
