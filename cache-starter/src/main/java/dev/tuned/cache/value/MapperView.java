/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.bean.BeanDeserializer;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;

/**
 * What the application's mapper has for a class: annotations, mix-ins, modules, visibility and settings. It decides what may
 * be written at all: what it does not write, does not read, writes in some cases or in another form is not. For one thread.
 */
final class MapperView {

    private static final Set<String> PLAIN_SERIALIZERS = Set.of(
            "tools.jackson.databind.ser.BeanSerializer",
            "tools.jackson.databind.ser.UnrolledBeanSerializer",
            // Of a class without properties.
            "tools.jackson.databind.ser.impl.UnknownSerializer");

    private final JsonMapper mapper;
    private final SerializationConfig config;
    private final AnnotationIntrospector annotations;

    MapperView(JsonMapper mapper) {
        this.mapper = mapper;
        this.config = mapper.serializationConfig();
        this.annotations = config.getAnnotationIntrospector();
    }

    /** Classes that annotations or the mapper's registrations name for a type. */
    List<JavaType> subtypes(JavaType type) {
        AnnotatedClass annotated = mapper._serializationContext().introspectClassAnnotations(type);
        Collection<NamedType> named = config.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotated);
        return named.stream().map(each -> specialized(type, each.getType())).toList();
    }

    JavaType specialized(JavaType type, Class<?> subtype) {
        return mapper.getTypeFactory().constructSpecializedType(type, subtype);
    }

    /**
     * The properties of a class.
     *
     * @throws NotStorableException if the class as a whole is not written and read property by property
     */
    Properties properties(JavaType type) {
        String name = type.getRawClass().getName();
        try {
            ValueSerializer<?> serializer = mapper._serializationContext().findValueSerializer(type);
            ValueDeserializer<?> deserializer =
                    mapper._deserializationContext().findNonContextualValueDeserializer(type);
            BeanDescription written = mapper._serializationContext().introspectBeanDescription(type);
            AnnotatedClass annotated = written.getClassInfo();
            if (annotations.findFilterId(config, annotated) != null
                    || Boolean.TRUE.equals(annotations.isIgnorableType(config, annotated))
                    || annotations.findViews(config, annotated) != null) {
                throw new NotStorableException(name + " is not always written: an annotation of Jackson's says so");
            }
            if (!PLAIN_SERIALIZERS.contains(serializer.getClass().getName())) {
                throw new NotStorableException(
                        name + " is written by " + serializer.getClass().getName());
            }
            if (deserializer.getClass() != BeanDeserializer.class) {
                throw new NotStorableException(
                        name + " is read by " + deserializer.getClass().getName());
            }
            return new Properties(
                    written,
                    mapper._deserializationContext().introspectBeanDescription(type),
                    serializer.properties(),
                    (BeanDeserializer) deserializer);
        } catch (NotStorableException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw new NotStorableException(
                    name + " cannot be written and read by the application's JsonMapper: " + ex.getMessage());
        }
    }

    /** The properties of one class, by the fields and accessors from which Jackson makes them. */
    final class Properties {

        private final Map<Field, AnnotatedField> fields = new HashMap<>();
        private final Map<String, BeanPropertyDefinition> written = new HashMap<>();
        private final Map<String, BeanPropertyDefinition> read = new HashMap<>();
        private final Set<String> plain = new HashSet<>();
        private final BeanDeserializer deserializer;

        private Properties(
                BeanDescription writing,
                BeanDescription reading,
                Iterator<PropertyWriter> writers,
                BeanDeserializer deserializer) {
            this.deserializer = deserializer;
            writing.getClassInfo().fields().forEach(field -> fields.put(field.getAnnotated(), field));
            writing.findProperties().forEach(property -> written.put(property.getInternalName(), property));
            reading.findProperties().forEach(property -> read.put(property.getInternalName(), property));
            writers.forEachRemaining(writer -> {
                if (writer.getClass() == BeanPropertyWriter.class) {
                    plain.add(writer.getName());
                }
            });
        }

        /**
         * The type of a field.
         *
         * @throws NotStorableException if the mapper does not write and read it as it is
         */
        JavaType typeOf(Field field) {
            AnnotatedField annotated = fields.get(field);
            BeanPropertyDefinition writing = written.get(field.getName());
            BeanPropertyDefinition reading = read.get(field.getName());
            if (annotated == null || writing == null || !plain.contains(writing.getName())) {
                throw new NotStorableException("It is not written by Jackson");
            }
            if (reading == null
                    || !reading.getName().equals(writing.getName())
                    || deserializer.findProperty(reading.getFullName()) == null) {
                throw new NotStorableException("It is not read by Jackson");
            }
            requireAlways(writing);
            requirePlain(annotated);
            for (BeanPropertyDefinition each : List.of(writing, reading)) {
                Stream.of(each.getField(), each.getGetter(), each.getSetter(), each.getConstructorParameter())
                        .filter(Objects::nonNull)
                        .forEach(MapperView.this::requirePlain);
            }
            return annotated.getType();
        }

        private void requireAlways(BeanPropertyDefinition property) {
            JsonInclude.Value inclusion = property.findInclusion();
            if (property.findViews() != null
                    || inclusion.getValueInclusion() == JsonInclude.Include.CUSTOM
                    || inclusion.getContentInclusion() == JsonInclude.Include.CUSTOM) {
                throw new NotStorableException("It is in some of Jackson's views only, or is filtered");
            }
        }

        /** The constructor that the mapper calls with properties, where there is one. */
        @Nullable
        Constructor<?> constructor() {
            return (deserializer.getValueInstantiator().getWithArgsCreator() instanceof AnnotatedConstructor creator)
                    ? creator.getAnnotated()
                    : null;
        }

        /** The names of the fields that are its arguments. */
        List<String> arguments() {
            return Arrays.stream(
                            deserializer.getValueInstantiator().getFromObjectArguments(mapper.deserializationConfig()))
                    .map(argument -> read.values().stream()
                            .filter(property -> property.getName().equals(argument.getName()))
                            .map(BeanPropertyDefinition::getInternalName)
                            .findAny()
                            .orElse(argument.getName()))
                    .toList();
        }
    }

    private void requirePlain(AnnotatedMember member) {
        boolean isPlain = Stream.of(
                                annotations.findSerializer(config, member),
                                annotations.findKeySerializer(config, member),
                                annotations.findContentSerializer(config, member),
                                annotations.findNullSerializer(config, member),
                                annotations.findSerializationConverter(config, member),
                                annotations.findSerializationContentConverter(config, member),
                                annotations.findDeserializer(config, member),
                                annotations.findKeyDeserializer(config, member),
                                annotations.findContentDeserializer(config, member),
                                annotations.findDeserializationConverter(config, member),
                                annotations.findDeserializationContentConverter(config, member),
                                annotations.findFilterId(config, member),
                                annotations.findReferenceType(config, member),
                                annotations.findUnwrappingNameTransformer(config, member))
                        .allMatch(Objects::isNull)
                && annotations
                        .findPropertyIgnoralByName(config, member)
                        .getIgnored()
                        .isEmpty()
                && annotations.findPropertyInclusionByName(config, member).getIncluded() == null;
        if (!isPlain) {
            throw new NotStorableException("Annotations of Jackson's change or hide its content");
        }
    }
}
