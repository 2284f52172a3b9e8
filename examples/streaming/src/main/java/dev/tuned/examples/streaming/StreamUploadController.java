/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import java.io.IOException;
import java.nio.file.Files;

import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.sink.DigestSink;
import dev.tuned.upload.sink.Digested;
import dev.tuned.upload.sink.FileSystemSink;
import dev.tuned.upload.sink.StoredFile;

/** Stores files while they arrive: there is no copy on the heap, and none in a temporary file. */
@RestController
@Profile("!stock")
class StreamUploadController {

    private final DigestSink<StoredFile> sink;
    private final boolean keep;

    StreamUploadController(StreamingProperties properties) throws IOException {
        this.sink = DigestSink.of(FileSystemSink.in(Files.createDirectories(properties.directory())), "SHA-256");
        this.keep = properties.keep();
    }

    @PostMapping(path = "/uploads", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    @UploadLimits(maxFileSize = "1GB", maxRequestSize = "1GB")
    UploadAnswer upload(UploadStream upload) throws IOException {
        UploadAnswer answer = new UploadAnswer();
        for (UploadPart part = upload.next(); part != null; part = upload.next()) {
            if (part.isFile()) {
                store(part, answer);
            } else {
                answer.addField(part.name(), part.text());
            }
        }
        return answer;
    }

    private void store(UploadPart part, UploadAnswer answer) throws IOException {
        Digested<StoredFile> file = part.transferTo(sink);
        if (!keep) {
            Files.delete(file.stored().path());
        }
        answer.addFile(part.name(), part.submittedFileName(), file.stored().size(), file.hex());
    }
}
