/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;

/** Part with a file name that nobody should make a file of. */
record TestPart(@Nullable String contentType) implements PartInfo {

    TestPart() {
        this("text/plain");
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String submittedFileName() {
        return "../../etc/passwd";
    }

    @Override
    public @Nullable String header(String name) {
        return name.equalsIgnoreCase("content-type") ? contentType : null;
    }

    @Override
    public List<String> headers(String name) {
        String value = header(name);
        return (value == null) ? List.of() : List.of(value);
    }

    @Override
    public List<String> headerNames() {
        return List.of("content-type");
    }
}
