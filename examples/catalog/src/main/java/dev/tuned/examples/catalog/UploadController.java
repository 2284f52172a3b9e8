/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Takes a form and answers its text fields, and the size and SHA-256 of its files. */
@RestController
class UploadController {

    private final FileDigest digest;

    UploadController(FileDigest digest) {
        this.digest = digest;
    }

    @PostMapping(path = "/uploads", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Upload upload(
            @RequestParam MultiValueMap<String, String> fields,
            @RequestParam MultiValueMap<String, MultipartFile> files)
            throws IOException {
        Map<String, Object> texts = new LinkedHashMap<>();
        fields.forEach((name, values) -> texts.put(name, values.size() == 1 ? values.get(0) : values));
        List<UploadedFile> uploaded = new ArrayList<>();
        for (List<MultipartFile> sameName : files.values()) {
            for (MultipartFile file : sameName) {
                String name = file.getOriginalFilename();
                uploaded.add(new UploadedFile(
                        file.getName(), name != null ? name : "", file.getSize(), digest.sha256(file)));
            }
        }
        return new Upload(texts, uploaded);
    }

    record Upload(Map<String, Object> fields, List<UploadedFile> files) {}

    record UploadedFile(String field, String name, long size, String sha256) {}
}
