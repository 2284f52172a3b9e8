/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.Part;
import org.springframework.web.multipart.MultipartFile;

/** A form object with files. */
public class UploadForm {

    private String field;
    private Integer count;
    private MultipartFile file;
    private List<MultipartFile> files;
    private List<String> tags;
    private Part meta;

    String seen() throws IOException {
        return Seen.text(field) + " " + count + " " + tags + "\n" + Seen.file(file)
                + (files == null ? "no files\n" : Seen.files(files)) + (meta == null ? "no meta" : Seen.part(meta));
    }

    public void setField(String field) {
        this.field = field;
    }

    public void setCount(Integer count) {
        this.count = count;
    }

    public void setFile(MultipartFile file) {
        this.file = file;
    }

    public void setFiles(List<MultipartFile> files) {
        this.files = files;
    }

    public void setTags(List<String> tags) {
        this.tags = tags;
    }

    public void setMeta(Part meta) {
        this.meta = meta;
    }
}
