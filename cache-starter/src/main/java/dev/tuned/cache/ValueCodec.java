/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values as plain JSON of one declared type; a cached null is the JSON literal {@code null}.
 *
 * <p>The type comes from the application, never from the document: default typing is off whatever the mapper was
 * configured with, so that a document cannot name a class.
 */
final class ValueCodec {

    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final JavaType type;
    private final Class<?> boxed;
    private final boolean exactClass;
    private final ObjectReader reader;
    private final ObjectWriter writer;
    private volatile boolean readBack;

    ValueCodec(JsonMapper mapper, JavaType type) {
        JsonMapper plain = mapper.rebuild()
                .deactivateDefaultTyping()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        this.type = type;
        this.boxed = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
        this.exactClass = type.isConcrete() && !type.isContainerType() && !type.isEnumType() && !polymorphic(type);
        this.reader = plain.readerFor(type);
        this.writer = plain.writerFor(type);
    }

    /**
     * Writes a value.
     *
     * @throws RuntimeException if JSON of the declared type cannot give the value back
     */
    byte[] encode(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (exactClass && value.getClass() != type.getRawClass()) {
            throw new IllegalArgumentException(
                    "A " + value.getClass().getName() + " would come back as a " + type.toCanonical());
        }
        byte[] json = writer.writeValueAsBytes(value);
        if (Arrays.equals(json, NULL)) {
            throw new IllegalArgumentException("The value is written as null");
        }
        if (!readBack) {
            // Once: a type that JSON cannot give back should not cost a document and a failure per read.
            var unused = decode(json);
            readBack = true;
        }
        return json;
    }

    /**
     * Reads a value.
     *
     * @throws RuntimeException if the content is not JSON of the declared type
     */
    @Nullable
    Object decode(byte[] content) {
        Object value = reader.readValue(content);
        if ((value != null) ? !boxed.isInstance(value) : !Arrays.equals(content, NULL)) {
            throw new IllegalArgumentException("The document does not hold a " + type.toCanonical());
        }
        return value;
    }

    private static boolean polymorphic(JavaType type) {
        return AnnotationUtils.findAnnotation(type.getRawClass(), JsonTypeInfo.class) != null;
    }
}
