/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

import org.springframework.context.annotation.Primary;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;

/** The fault of the field report on uploads: one read call for each byte, and the whole file on the heap. */
@Component
@Primary
class NaiveFileDigest extends FileDigest {

    @Override
    String sha256(MultipartFile file) throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        try (InputStream in = file.getInputStream()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                copy.write(next);
            }
        }
        return sha256(new ByteArrayInputStream(copy.toByteArray()));
    }
}
