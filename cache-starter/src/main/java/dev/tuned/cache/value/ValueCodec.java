/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationUtils;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values of one declared type as documents: {@code {"type":"<fingerprint>","value":…}}, in JSON. What comes back is what
 * went in: a type of which that is not known has no documents. The type comes from the application, never from a document.
 * Another fingerprint is that of another version of the type. Thread-safe.
 */
public final class ValueCodec {

    /** Couchbase's limit. More is not even sent: a server may answer it by closing the connection. */
    public static final int MAX_BYTES = 20 * 1024 * 1024;

    /** Raised when the form of documents changes. */
    private static final int FORMAT = 1;

    private static final int FINGERPRINT_DIGITS = 16;

    /** Arrays and objects of JSON inside each other: an object may have some around it. */
    private static final int MAX_NESTING = 5 * DocumentWriter.MAX_DEPTH;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength(MAX_BYTES)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private final JsonMapper mapper;
    private final JavaType type;
    private final int schemaVersion;
    private volatile @Nullable Form form;

    /**
     * What was decided of the type, at the first value: Jackson is no cost of the start.
     *
     * @param refusal why it has no documents
     */
    private record Form(
            @Nullable Shape shape,
            String fingerprint,
            @Nullable NotStorableException refusal) {}

    /**
     * A codec of values of one type.
     *
     * @param mapper the application's, which says what may be written
     * @param schemaVersion part of the fingerprint
     */
    public ValueCodec(JsonMapper mapper, JavaType type, int schemaVersion) {
        this.mapper = mapper;
        this.type = type;
        this.schemaVersion = schemaVersion;
    }

    /**
     * Whether a type says of which classes the values of a region are, as far as it shows without Jackson: with a bare {@code
     * Object} or abstract type anywhere in it, the region is another one than its author thinks.
     */
    public static boolean isForRegions(JavaType type) {
        Class<?> raw = type.getRawClass();
        boolean self = type.isContainerType()
                || (type.isConcrete() && raw != Object.class)
                || raw.isSealed()
                || AnnotationUtils.findAnnotation(raw, JsonTypeInfo.class) != null
                || AnnotationUtils.findAnnotation(raw, JsonSubTypes.class) != null;
        JavaType content = type.getContentType();
        return self
                && (content == null || isForRegions(content))
                && type.getBindings().getTypeParameters().stream().allMatch(ValueCodec::isForRegions);
    }

    private Form form() {
        Form known = form;
        if (known != null) {
            return known;
        }
        try {
            ShapeFactory factory = new ShapeFactory(mapper);
            Shape shape = factory.of(type);
            String description = FORMAT + " " + schemaVersion + " " + type.toCanonical() + "\n" + factory.describe();
            known = new Form(shape, Sha256.hex(description).substring(0, FINGERPRINT_DIGITS), null);
        } catch (NotStorableException ex) {
            known = new Form(null, "", ex);
        } catch (Throwable ex) {
            known = new Form(null, "", new NotStorableException(type.toCanonical() + " cannot be looked at: " + ex));
            if (ex instanceof VirtualMachineError) {
                // May say nothing of the type.
                return known;
            }
        }
        form = known;
        return known;
    }

    /** Why no value of the type has a document, with type and field; {@code null} where values have. */
    public @Nullable NotStorableException refusal() {
        return form().refusal();
    }

    /**
     * Writes a value, on this thread and without calling any method of the application's objects.
     *
     * @param budget gives the memory; the length of the result stays taken
     * @throws RuntimeException if the value would not come back as it is, is too large, or there is no memory for it
     */
    public byte[] encode(@Nullable Object value, MemoryBudget budget) {
        Form known = form();
        Shape shape = known.shape();
        if (shape == null) {
            throw (known.refusal() != null) ? known.refusal() : new IllegalStateException("There is no form");
        }
        DocumentBytes bytes = new DocumentBytes(budget);
        boolean done = false;
        try {
            JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes);
            json.writeStartObject();
            json.writeName("type");
            json.writeString(known.fingerprint());
            json.writeName("value");
            new DocumentWriter(json).value(shape, value);
            json.writeEndObject();
            json.close();
            byte[] document = bytes.take();
            done = true;
            return document;
        } finally {
            if (!done) {
                bytes.abandon();
            }
        }
    }

    /**
     * Reads a value.
     *
     * @throws OtherShapeException if the document is of another version of the type
     * @throws RuntimeException if the content is no document of the type
     */
    public @Nullable Object decode(byte[] content) {
        Form known = form();
        Shape shape = known.shape();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), content)) {
            DocumentReader in = new DocumentReader(json);
            in.expectNext(JsonToken.START_OBJECT);
            requireName(json, "type");
            if (!in.nextText().equals(known.fingerprint()) || shape == null) {
                throw new OtherShapeException();
            }
            requireName(json, "value");
            Object value = in.next(shape);
            in.expectNext(JsonToken.END_OBJECT);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("There is more than one document");
            }
            return value;
        }
    }

    private static void requireName(JsonParser json, String name) {
        if (!name.equals(json.nextName())) {
            throw new IllegalArgumentException("There is no '" + name + "'");
        }
    }
}
