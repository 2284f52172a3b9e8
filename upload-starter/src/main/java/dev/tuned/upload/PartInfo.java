/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Headers of one part of a multipart body. Nothing in them is to be trusted: the client wrote them. */
public interface PartInfo {

    /** Name of the form field. */
    String name();

    /** File name as {@code Part.getSubmittedFileName} of Tomcat gives it, possibly empty or a path; null for a text field. */
    @Nullable
    String submittedFileName();

    /** Content type as the client sent it, or null. */
    default @Nullable String contentType() {
        return header("content-type");
    }

    /** First value of the header of that name, in any case of letters, or null. */
    default @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** All values of the header of that name, in any case of letters, in the order sent. */
    List<String> headers(String name);

    /** Names of the headers in lower case, each once, in the order sent. */
    List<String> headerNames();

    /** Whether this part is a file: it has a file name, possibly an empty one. */
    default boolean isFile() {
        return submittedFileName() != null;
    }
}
