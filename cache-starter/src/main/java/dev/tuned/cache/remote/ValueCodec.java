/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;

/**
 * Values as plain JSON of one declared type; a cached null is the JSON literal {@code null}.
 *
 * <p>The type comes from the application, never from the document: default typing is off whatever the mapper was
 * configured with, types that are annotated to carry a class name can be neither written nor read, and no class is looked
 * up by a name in a document. Thread-safe.
 */
public final class ValueCodec {

    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final JavaType type;
    private final Class<?> boxed;
    private final SingletonSupplier<Json> json;

    /** Made at the first value: Jackson is no cost of the start. */
    private record Json(ObjectReader reader, ObjectWriter writer) {}

    private ValueCodec(JsonMapper mapper, JavaType type) {
        this.type = type;
        this.boxed = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
        this.json = SingletonSupplier.of(() -> {
            JsonMapper own = forFields(mapper);
            return new Json(own.readerFor(type), own.writerFor(type));
        });
    }

    /** A codec of values of one type, with the settings of a mapper but for what documents need. */
    public static ValueCodec of(JsonMapper mapper, JavaType type) {
        return new ValueCodec(mapper, type);
    }

    /** Documents hold the state of a value, its fields, as they are: only this starter reads them. */
    private static JsonMapper forFields(JsonMapper mapper) {
        return withoutClassNames(mapper)
                .rebuild()
                .changeDefaultVisibility(visibility -> visibility
                        .withFieldVisibility(Visibility.ANY)
                        .withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withSetterVisibility(Visibility.NONE))
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(
                        DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
                        DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS,
                        DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .addModule(
                        new SimpleModule("sets in their order").addAbstractTypeMapping(Set.class, LinkedHashSet.class))
                .build();
    }

    private static JsonMapper withoutClassNames(JsonMapper mapper) {
        return mapper.rebuild()
                .deactivateDefaultTyping()
                .polymorphicTypeValidator(new NoClassNames())
                .addModule(new SimpleModule("no classes").addDeserializer(Class.class, new NoClasses()))
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /**
     * Writes a value.
     *
     * @throws RuntimeException if it cannot be written as JSON
     */
    byte[] encode(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        byte[] written = json.obtain().writer().writeValueAsBytes(value);
        if (Arrays.equals(written, NULL)) {
            throw new IllegalArgumentException("The value is written as null");
        }
        return written;
    }

    /**
     * Reads a value.
     *
     * @throws RuntimeException if the content is not JSON of the declared type
     */
    @Nullable
    Object decode(byte[] content) {
        Object value = json.obtain().reader().readValue(content);
        if ((value != null) ? !boxed.isInstance(value) : !Arrays.equals(content, NULL)) {
            throw new IllegalArgumentException("The document does not hold a " + type.toCanonical());
        }
        return value;
    }

    /**
     * Makes sure that a value comes back as it is.
     *
     * @param value the value
     * @param document what it was written as
     * @throws RuntimeException if it does not, with the type and the field that differ
     */
    void verify(@Nullable Object value, byte[] document) {
        String difference = ValueComparison.difference(value, decode(document));
        if (difference != null) {
            throw new IllegalArgumentException(difference);
        }
    }

    private static final class NoClassNames extends PolymorphicTypeValidator.Base {

        @Override
        public Validity validateBaseType(DatabindContext context, JavaType baseType) {
            return Validity.DENIED;
        }
    }

    private static final class NoClasses extends StdDeserializer<Class<?>> {

        NoClasses() {
            super(Class.class);
        }

        @Override
        public Class<?> deserialize(JsonParser parser, DeserializationContext context) {
            throw new IllegalArgumentException("A document does not choose a class");
        }
    }
}
