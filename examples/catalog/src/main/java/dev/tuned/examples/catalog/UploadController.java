/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

import dev.tuned.upload.UploadLimits;

/**
 * Takes uploads through {@code MultipartFile}, as most applications do. The limits are read by the upload starter alone: where
 * it is not on the class path, there is no such annotation at run time, and the application's own limits hold.
 */
@RestController
class UploadController {

    private final Uploads.FileReader reader;

    UploadController(Uploads.FileReader reader) {
        this.reader = reader;
    }

    @UploadLimits(maxFileSize = "10MB", maxRequestSize = "10MB")
    @PostMapping(path = "/uploads", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<UploadAnswer> upload(MultipartHttpServletRequest request) throws IOException, ServletException {
        return Uploads.answer(request, reader);
    }
}
