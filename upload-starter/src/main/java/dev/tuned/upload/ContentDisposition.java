/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Locale;
import java.util.Map;

/** Reads what a part is called from its {@code Content-Disposition} header. */
final class ContentDisposition {

    private ContentDisposition() {}

    static void readInto(PartHeaders headers) {
        String value = headers.header("content-disposition");
        if (value == null || !value.toLowerCase(Locale.ROOT).startsWith("form-data")) {
            return;
        }
        Map<String, String> parameters = HeaderParameters.parse(value);
        headers.disposition(parameters.get("name"), parameters.get("filename"));
    }
}
