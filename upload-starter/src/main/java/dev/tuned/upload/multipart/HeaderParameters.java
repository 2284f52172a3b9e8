/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Reads the parameters of a header such as {@code form-data; name="a"; filename=b.txt}, decoded. Safe for use by many threads. */
public interface HeaderParameters {

    /**
     * Values by names in lower case; null for a parameter without a value.
     *
     * @param separators characters that may separate parameters; the first of them in the header does
     */
    Map<String, @Nullable String> parse(String header, char... separators);

    /** File name of a {@code Content-Disposition} whose file name has escapes; null if the part is a text field. */
    @Nullable
    String submittedFileName(String disposition);
}
