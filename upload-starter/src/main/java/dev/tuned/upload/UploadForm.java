/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/** Parts of a multipart request, all of them read. */
final class UploadForm {

    static final UploadForm EMPTY = new UploadForm(List.of(), false, () -> {});

    private final List<? extends Part> parts;

    private final boolean readByContainer;

    private final Runnable release;

    private UploadForm(List<? extends Part> parts, boolean readByContainer, Runnable release) {
        this.parts = parts;
        this.readByContainer = readByContainer;
        this.release = release;
    }

    static UploadForm of(List<FormPart> parts, Runnable release) {
        return new UploadForm(parts, false, release);
    }

    /** The parts that the container read before we could: it has their parameters, too. */
    static UploadForm ofContainer(Collection<Part> parts) {
        List<BufferedPart> buffered = parts.stream().map(BufferedPart::new).toList();
        return new UploadForm(buffered, true, () -> buffered.forEach(BufferedPart::deleteQuietly));
    }

    boolean readByContainer() {
        return readByContainer;
    }

    /** The parts in a collection of the caller's own. */
    Collection<Part> parts() {
        return new ArrayList<>(parts);
    }

    @Nullable
    Part part(String name) {
        for (Part part : parts) {
            if (name.equals(part.getName())) {
                return part;
            }
        }
        return null;
    }

    /** The text fields, in the order sent. */
    List<FormPart> fields() {
        List<FormPart> fields = new ArrayList<>(parts.size());
        for (Part part : parts) {
            if (part instanceof FormPart own && !own.isFile()) {
                fields.add(own);
            }
        }
        return fields;
    }

    void close() {
        release.run();
    }
}
