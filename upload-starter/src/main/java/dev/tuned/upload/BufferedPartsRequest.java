/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/** Request whose parts are {@link BufferedPart}s, the same objects on every call. */
final class BufferedPartsRequest extends HttpServletRequestWrapper {

    private @Nullable List<Part> parts;

    BufferedPartsRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        // A copy: what the caller does to the collection must not affect the request (Servlet specification).
        return new ArrayList<>(parts());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        for (Part part : parts()) {
            if (name.equals(part.getName())) {
                return part;
            }
        }
        return null;
    }

    private List<Part> parts() throws IOException, ServletException {
        if (parts == null) {
            parts = super.getParts().stream().<Part>map(BufferedPart::new).toList();
        }
        return parts;
    }
}
