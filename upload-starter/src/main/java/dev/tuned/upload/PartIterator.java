/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

import org.jspecify.annotations.Nullable;

/** Parts of an {@link UploadStream} for a loop. */
final class PartIterator implements Iterator<UploadPart> {

    private final UploadStream stream;

    private @Nullable UploadPart next;

    private boolean asked;

    PartIterator(UploadStream stream) {
        this.stream = stream;
    }

    @Override
    public boolean hasNext() {
        if (!asked) {
            try {
                next = stream.next();
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            asked = true;
        }
        return next != null;
    }

    @Override
    public UploadPart next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("There are no more parts");
        }
        asked = false;
        return next;
    }
}
