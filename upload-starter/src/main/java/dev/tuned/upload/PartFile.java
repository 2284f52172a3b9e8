/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;

/** A part as Spring sees it: one that the drop-in tier has read, or the container's. */
final class PartFile implements MultipartFile {

    private final Part part;

    private final String fileName;

    PartFile(Part part, String fileName) {
        this.part = part;
        this.fileName = fileName;
    }

    @Override
    public String getName() {
        return part.getName();
    }

    @Override
    public String getOriginalFilename() {
        return fileName;
    }

    @Override
    public @Nullable String getContentType() {
        return part.getContentType();
    }

    @Override
    public boolean isEmpty() {
        return part.getSize() == 0;
    }

    @Override
    public long getSize() {
        return part.getSize();
    }

    @Override
    public byte[] getBytes() throws IOException {
        if (part instanceof FormPart own) {
            return own.content().bytes();
        }
        try (InputStream in = part.getInputStream()) {
            return in.readAllBytes();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return part.getInputStream();
    }

    @Override
    public void transferTo(File target) throws IOException {
        part.write(target.getPath());
    }

    @Override
    public void transferTo(Path target) throws IOException {
        if (part instanceof FormPart own) {
            own.content().moveTo(target);
            return;
        }
        try (InputStream in = part.getInputStream();
                var out = Files.newOutputStream(target)) {
            in.transferTo(out);
        }
    }
}
