/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;
import java.util.Map;

/**
 * What an upload held.
 *
 * @param fields text fields by name, in the order sent; a repeated one has the list of its values
 * @param files files in the order sent
 */
record UploadAnswer(Map<String, Object> fields, List<UploadedFile> files) {

    /**
     * A file of an upload.
     *
     * @param field name of the form field
     * @param name file name as the client sent it, for display only
     * @param size bytes
     * @param sha256 digest of the content, lower-case hexadecimal
     */
    record UploadedFile(String field, String name, long size, String sha256) {}
}
