/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Stands for the executables, which bring their own application class and streaming controller. */
@SpringBootApplication
@EnableCaching
class TestCatalogApplication {

    @RestController
    static class StreamUploadController {

        private final UploadStorage storage;

        StreamUploadController(UploadStorage storage) {
            this.storage = storage;
        }

        @PostMapping(path = "/uploads/stream", consumes = "multipart/form-data")
        ResponseEntity<UploadAnswer> upload(MultipartHttpServletRequest request) throws IOException, ServletException {
            return Uploads.answer(request, file -> storage.store(file.getInputStream()));
        }
    }
}
