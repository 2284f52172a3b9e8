/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

import dev.tuned.examples.catalog.UploadAnswer.UploadedFile;

/** Goes through a multipart request in the order sent and answers what was in it. */
final class Uploads {

    private Uploads() {}

    /** What happens to the content of one file. */
    interface FileReader {
        Content read(MultipartFile file) throws IOException;
    }

    /** Size and digest of a file's content. */
    record Content(long size, String sha256) {}

    /** Text fields come from the parts, not from parameters, which would mix in the query string. */
    static ResponseEntity<UploadAnswer> answer(MultipartHttpServletRequest request, FileReader reader)
            throws IOException, ServletException {
        Map<String, Iterator<MultipartFile>> files = new HashMap<>();
        request.getMultiFileMap().forEach((name, values) -> files.put(name, values.iterator()));
        UploadAnswer answer = empty();
        for (Part part : request.getParts()) {
            Iterator<MultipartFile> named = files.get(part.getName());
            if (part.getSubmittedFileName() == null || named == null || !named.hasNext()) {
                add(answer, part.getName(), text(part));
            } else {
                answer.files().add(describe(named.next(), reader));
            }
        }
        return created(answer, request);
    }

    /** The answer, unless there was nothing to answer. */
    static ResponseEntity<UploadAnswer> created(UploadAnswer answer, HttpServletRequest request) {
        if (answer.fields().isEmpty() && answer.files().isEmpty() && !isEmptyForm(request)) {
            throw new ProblemException(HttpStatus.BAD_REQUEST, "The multipart body has no part with a name");
        }
        return ResponseEntity.status(HttpStatus.CREATED).body(answer);
    }

    static UploadAnswer empty() {
        return new UploadAnswer(new LinkedHashMap<>(), new ArrayList<>());
    }

    /** Adds a text field. */
    static void add(UploadAnswer answer, String name, String text) {
        answer.fields().merge(name, text, Uploads::both);
    }

    /**
     * Tomcat takes a body without any delimiter for a form without parts. An empty form is only its closing delimiter, two
     * hyphens around the boundary, and at most a line break on either side.
     */
    private static boolean isEmptyForm(HttpServletRequest request) {
        String boundary = MimeTypeUtils.parseMimeType(request.getContentType()).getParameter("boundary");
        long length = request.getContentLengthLong();
        return boundary != null && length >= boundary.length() + 4 && length <= boundary.length() + 8;
    }

    private static UploadedFile describe(MultipartFile file, FileReader reader) throws IOException {
        Content content = reader.read(file);
        String name = file.getOriginalFilename();
        return new UploadedFile(file.getName(), name == null ? "" : name, content.size(), content.sha256());
    }

    private static String text(Part part) throws IOException {
        Charset charset = StandardCharsets.UTF_8;
        if (part.getContentType() != null) {
            try {
                Charset given =
                        MimeTypeUtils.parseMimeType(part.getContentType()).getCharset();
                charset = given != null ? given : charset;
            } catch (IllegalArgumentException e) {
                throw new ProblemException(HttpStatus.BAD_REQUEST, part.getName() + ": has an unknown type or charset");
            }
        }
        try (InputStream in = part.getInputStream()) {
            return new String(in.readAllBytes(), charset);
        }
    }

    private static Object both(Object earlier, Object later) {
        List<Object> values =
                earlier instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>(List.of(earlier));
        values.add(later);
        return values;
    }
}
