/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Takes uploads through {@code MultipartFile}, as most applications do. */
@RestController
class UploadController {

    private final Uploads.FileReader reader;

    UploadController(Uploads.FileReader reader) {
        this.reader = reader;
    }

    @PostMapping(path = "/uploads", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<UploadAnswer> upload(MultipartHttpServletRequest request) throws IOException, ServletException {
        return Uploads.answer(request, reader);
    }
}
