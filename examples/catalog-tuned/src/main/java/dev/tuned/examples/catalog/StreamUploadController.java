/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Copies uploads to storage with what Spring Boot offers: the container keeps the parts first. */
@RestController
class StreamUploadController {

    private final UploadStorage storage;

    StreamUploadController(UploadStorage storage) {
        this.storage = storage;
    }

    @PostMapping(path = "/uploads/stream", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<UploadAnswer> upload(MultipartHttpServletRequest request) throws IOException, ServletException {
        return Uploads.answer(request, file -> storage.store(file.getInputStream()));
    }
}
