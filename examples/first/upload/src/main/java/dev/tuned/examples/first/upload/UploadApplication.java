/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.upload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.sink.FileSystemSink;
import dev.tuned.upload.sink.StoredFile;

@SpringBootApplication
@RestController
public class UploadApplication {

    private final FileSystemSink sink;

    UploadApplication(@Value("${photos}") Path directory) throws IOException {
        this.sink = FileSystemSink.in(directory);
    }

    @PostMapping("/photo") // as in any application
    long unchanged(@RequestParam MultipartFile photo) {
        return photo.getSize();
    }

    @PostMapping("/photos") // stored while it arrives
    @UploadLimits(maxFileSize = "1GB", maxRequestSize = "10GB")
    List<StoredFile> streamed(UploadStream upload) throws IOException {
        List<StoredFile> stored = new ArrayList<>();
        for (UploadPart photo = upload.nextFile(); photo != null; photo = upload.nextFile()) {
            stored.add(photo.transferTo(sink));
        }
        return stored;
    }

    public static void main(String[] args) {
        SpringApplication.run(UploadApplication.class, args);
    }
}
