/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes results as JSON, and text files as a whole or not at all. */
public final class ResultsFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ResultsFile() {}

    /** A copy of results, or of a part of them, that is changed as JSON. */
    @SuppressWarnings("unchecked") // The class of a value of this type.
    static <T> T changed(T value, Consumer<ObjectNode> change) {
        ObjectNode tree = JSON.valueToTree(value);
        change.accept(tree);
        return (T) JSON.treeToValue(tree, value.getClass());
    }

    public static String toJson(Results results) {
        return JSON.writeValueAsString(results) + "\n";
    }

    /**
     * Reads results.
     *
     * @throws IOException if the file cannot be read or does not hold results of this format
     */
    public static Results read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("'" + file + "' " + (Files.exists(file) ? "is no file" : "is not there"));
        }
        try {
            String text = Files.readString(file);
            if (text.isBlank()) {
                throw new IOException("'" + file + "' is empty: no run has written its results there");
            }
            Results results = JSON.readValue(text, Results.class);
            if (results != null && results.schema() != Results.SCHEMA) {
                throw new IOException("'" + file + "' has schema " + results.schema() + ", not " + Results.SCHEMA
                        + ": another version of this program has written it");
            }
            if (results == null || !isWhole(results)) {
                throw new IOException("'" + file + "' does not hold the results of a run");
            }
            return results;
        } catch (JacksonException | CharacterCodingException ex) {
            throw new IOException("'" + file + "' does not hold the results of a run", ex);
        }
    }

    /** Whether a value and all that it holds is there, but for what may be {@code null}. */
    private static boolean isWhole(@Nullable Object value) {
        if (value instanceof Record) {
            return Stream.of(value.getClass().getRecordComponents()).allMatch(part -> isWhole(value, part));
        }
        if (value instanceof Map<?, ?> map) {
            return isWhole(map.values());
        }
        return value instanceof Collection<?> all ? all.stream().allMatch(ResultsFile::isWhole) : value != null;
    }

    private static boolean isWhole(Object of, RecordComponent part) {
        try {
            Object value = part.getAccessor().invoke(of);
            return value == null ? part.getAnnotatedType().isAnnotationPresent(Nullable.class) : isWhole(value);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Writes a text file, as {@link #write} does, if there is to be one. */
    public static void writeIfAsked(@Nullable Path file, Supplier<String> content) throws IOException {
        if (file != null) {
            write(file, content.get());
        }
    }

    /**
     * Writes a text file so that a reader sees the old content or the new, never a part. What is there and is no file,
     * such as {@code /dev/stdout}, is written to; a link is followed.
     */
    public static void write(Path file, String content) throws IOException {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                Files.writeString(file, content, StandardOpenOption.WRITE);
                return;
            }
            Path absolute = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            Path temporary = absolute.resolveSibling(absolute.getFileName() + ".part");
            Files.writeString(temporary, content);
            Files.move(temporary, absolute, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException ex) {
            throw new IOException(file + " cannot be written: " + ex, ex);
        }
    }
}
