/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.ByteArrayInputStream;
import java.io.IOException;

import jakarta.servlet.ServletException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Collects each upload byte by byte on the heap before it stores it. */
@RestController
class StreamUploadController {

    private final UploadStorage storage;

    StreamUploadController(UploadStorage storage) {
        this.storage = storage;
    }

    @PostMapping(path = "/uploads/stream", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<UploadAnswer> upload(MultipartHttpServletRequest request) throws IOException, ServletException {
        return Uploads.answer(request, this::store);
    }

    private Uploads.Content store(MultipartFile file) throws IOException {
        return storage.store(new ByteArrayInputStream(NaiveFileReader.copyByteByByte(file)));
    }
}
