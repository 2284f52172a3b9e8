/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.examples.catalog.UploadAnswer.UploadedFile;
import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.sink.DigestAlgorithm;
import dev.tuned.upload.sink.DigestSink;
import dev.tuned.upload.sink.Digested;
import dev.tuned.upload.sink.FileSystemSink;
import dev.tuned.upload.sink.StoredFile;

/** Streams uploads to storage while they arrive: neither a temporary file nor the heap has a copy. */
@RestController
class StreamUploadController {

    private final UploadStorage storage;
    private final DigestSink<StoredFile> sink;

    StreamUploadController(UploadStorage storage) throws IOException {
        this.storage = storage;
        this.sink = DigestSink.of(FileSystemSink.in(storage.directory()), DigestAlgorithm.SHA_256);
    }

    @UploadLimits(maxFileSize = "1GB", maxRequestSize = "1GB")
    @PostMapping(path = "/uploads/stream", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<UploadAnswer> upload(UploadStream upload, HttpServletRequest request) throws IOException {
        UploadAnswer answer = Uploads.empty();
        for (UploadPart part = upload.next(); part != null; part = upload.next()) {
            if (part.isFile()) {
                answer.files().add(store(part));
            } else {
                Uploads.add(answer, part.name(), part.text());
            }
        }
        return Uploads.created(answer, request);
    }

    private UploadedFile store(UploadPart part) throws IOException {
        Digested<StoredFile> digested = part.transferTo(sink);
        storage.stored(digested.stored().path());
        String name = part.submittedFileName();
        return new UploadedFile(
                part.name(), name == null ? "" : name, digested.stored().size(), digested.hex(DigestAlgorithm.SHA_256));
    }
}
