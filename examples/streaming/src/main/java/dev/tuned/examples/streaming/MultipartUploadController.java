/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** The same with what Spring Boot has itself: the server keeps the parts first, and then each file is copied. */
@RestController
@Profile("stock")
class MultipartUploadController {

    private final Path directory;
    private final boolean keep;

    MultipartUploadController(StreamingProperties properties) throws IOException {
        this.directory = Files.createDirectories(properties.directory());
        this.keep = properties.keep();
    }

    @PostMapping(path = "/uploads", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    UploadAnswer upload(
            @RequestParam MultiValueMap<String, String> fields,
            @RequestParam MultiValueMap<String, MultipartFile> files)
            throws IOException {
        UploadAnswer answer = new UploadAnswer();
        fields.forEach((name, values) -> values.forEach(text -> answer.addField(name, text)));
        for (List<MultipartFile> sameName : files.values()) {
            for (MultipartFile file : sameName) {
                answer.addFile(file.getName(), file.getOriginalFilename(), file.getSize(), store(file));
            }
        }
        return answer;
    }

    private String store(MultipartFile file) throws IOException {
        MessageDigest digest = sha256();
        Path target = directory.resolve(UUID.randomUUID().toString());
        try (InputStream in = new DigestInputStream(file.getInputStream(), digest)) {
            Files.copy(in, target);
        }
        if (!keep) {
            Files.delete(target);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("Every Java platform has SHA-256", ex);
        }
    }
}
