/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;

import dev.tuned.examples.catalog.Uploads.Content;

/** Reads a file through a buffer and keeps nothing of it. */
@Component
class FileDigest implements Uploads.FileReader {

    @Override
    public Content read(MultipartFile file) throws IOException {
        try (InputStream in = file.getInputStream()) {
            return Digests.copy(in, OutputStream.nullOutputStream());
        }
    }
}
