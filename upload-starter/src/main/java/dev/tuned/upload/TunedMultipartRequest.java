/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.support.StandardMultipartHttpServletRequest;

/**
 * Multipart request that reads nothing until somebody asks for it.
 *
 * <p>Spring's own is the superclass for one of its kind is given a {@code @RequestPart}'s bytes as they were sent; another
 * gets text that was decoded and encoded again.
 */
final class TunedMultipartRequest extends StandardMultipartHttpServletRequest {

    private final UploadRequest upload;

    private @Nullable MultiValueMap<String, MultipartFile> files;

    TunedMultipartRequest(HttpServletRequest request, UploadRequest upload) {
        super(request, true);
        this.upload = upload;
    }

    @Override
    protected MultiValueMap<String, MultipartFile> getMultipartFiles() {
        MultiValueMap<String, MultipartFile> all = files;
        if (all == null) {
            all = new LinkedMultiValueMap<>(4);
            if (readInto(all)) {
                files = all;
            }
        }
        return all;
    }

    @Override
    protected void initializeMultipart() {
        getMultipartFiles();
    }

    @Override
    public boolean isResolved() {
        return files != null;
    }

    /** Whether the body is read now. */
    private boolean readInto(MultiValueMap<String, MultipartFile> all) {
        try {
            if (!upload.readForm()) {
                return false;
            }
            // Through the other wrappers: one may keep parts back.
            for (Part part : getParts()) {
                String fileName = fileName(part);
                if (fileName != null) {
                    all.add(part.getName(), new PartFile(part, fileName));
                }
            }
            return true;
        } catch (IOException | ServletException | RuntimeException ex) {
            throw failure(ex);
        }
    }

    private static @Nullable String fileName(Part part) {
        if (part instanceof FormPart own) {
            return own.headers().submittedFileName();
        }
        String disposition = part.getHeader(HttpHeaders.CONTENT_DISPOSITION);
        return (disposition == null)
                ? null
                : ContentDisposition.parse(disposition).getFilename();
    }

    @Override
    public List<MultipartFile> getFiles(String name) {
        List<MultipartFile> found = getMultipartFiles().get(name);
        return (found == null) ? List.of() : found;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        upload.upload().resolve(true);
        return getRequest().getParameterNames();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        upload.upload().resolve(true);
        return getRequest().getParameterMap();
    }

    @Override
    public @Nullable String getMultipartContentType(String name) {
        getMultipartFiles();
        return super.getMultipartContentType(name);
    }

    @Override
    public @Nullable HttpHeaders getMultipartHeaders(String name) {
        getMultipartFiles();
        return super.getMultipartHeaders(name);
    }

    /** Ours say themselves what failed; only the container's are to be guessed from their text. */
    private RuntimeException failure(Exception failure) {
        if (failure instanceof UploadFailure && failure instanceof RuntimeException ours) {
            return ours;
        }
        try {
            handleParseFailure(failure);
            return new IllegalStateException(failure);
        } catch (RuntimeException ex) {
            return ex;
        }
    }
}
