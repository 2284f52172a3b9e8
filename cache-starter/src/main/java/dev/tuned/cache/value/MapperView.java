/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashMap;
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
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializer;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * What the application's mapper has for a class: annotations, mix-ins, modules, visibility and settings. It decides what may
 * be written at all: what it does not write, does not read, writes in some cases only or by a serializer that was chosen
 * for it, is not. For one thread.
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
        try {
            return new Properties(type);
        } catch (NotStorableException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw new NotStorableException(type.getRawClass().getName()
                    + " cannot be written and read by the application's JsonMapper: "
                    + String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** The properties of one class, by the fields and accessors from which Jackson makes them. */
    final class Properties {

        private final Map<Field, AnnotatedField> fields = new HashMap<>();
        private final Map<String, BeanPropertyDefinition> byField = new HashMap<>();
        private final Map<String, BeanPropertyWriter> writers = new HashMap<>();
        private final BeanDeserializer reader;

        private Properties(JavaType type) {
            BeanDescription description = mapper._serializationContext().introspectBeanDescription(type);
            ValueSerializer<?> writer = mapper._serializationContext().findValueSerializer(type);
            ValueDeserializer<?> found = mapper._deserializationContext().findNonContextualValueDeserializer(type);
            AnnotatedClass annotated = description.getClassInfo();
            if (!PLAIN_SERIALIZERS.contains(writer.getClass().getName())
                    || found.getClass() != BeanDeserializer.class
                    || annotations.findFilterId(config, annotated) != null
                    || annotations.findViews(config, annotated) != null
                    || Boolean.TRUE.equals(annotations.isIgnorableType(config, annotated))) {
                throw new NotStorableException(type.getRawClass().getName()
                        + " has its own serializer, deserializer, filter or view, or Jackson is to ignore it");
            }
            reader = (BeanDeserializer) found;
            annotated.fields().forEach(field -> fields.put(field.getAnnotated(), field));
            description.findProperties().forEach(property -> byField.put(property.getInternalName(), property));
            writer.properties().forEachRemaining(each -> {
                if (each.getClass() == BeanPropertyWriter.class) {
                    writers.put(each.getName(), (BeanPropertyWriter) each);
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
            BeanPropertyDefinition property = byField.get(field.getName());
            BeanPropertyWriter writer = (property != null) ? writers.get(property.getName()) : null;
            if (annotated == null || property == null || writer == null) {
                throw new NotStorableException("It is not written by Jackson");
            }
            if (reader.findProperty(property.getFullName()) == null) {
                throw new NotStorableException("It is not read by Jackson");
            }
            JsonInclude.Value inclusion = property.findInclusion();
            if (property.findViews() != null
                    || inclusion.getValueInclusion() == JsonInclude.Include.CUSTOM
                    || inclusion.getContentInclusion() == JsonInclude.Include.CUSTOM
                    || !isPlain(writer.getMember())
                    || !isPlain(annotated)) {
                throw new NotStorableException("Annotations of Jackson's change or hide its content");
            }
            return annotated.getType();
        }

        /** The constructor that the mapper calls with properties, where there is one. */
        @Nullable
        Constructor<?> constructor() {
            return (reader.getValueInstantiator().getWithArgsCreator() instanceof AnnotatedConstructor creator)
                    ? creator.getAnnotated()
                    : null;
        }

        /** The names of the fields that are its arguments; of what is no field, the name of the property. */
        List<String> arguments() {
            SettableBeanProperty[] arguments =
                    reader.getValueInstantiator().getFromObjectArguments(mapper.deserializationConfig());
            return Stream.ofNullable(arguments)
                    .flatMap(Stream::of)
                    .map(argument -> byField.values().stream()
                            .filter(property -> property.getName().equals(argument.getName()))
                            .map(BeanPropertyDefinition::getInternalName)
                            .findAny()
                            .orElse(argument.getName()))
                    .toList();
        }
    }

    private boolean isPlain(AnnotatedMember member) {
        return Stream.of(
                                annotations.findSerializer(config, member),
                                annotations.findKeySerializer(config, member),
                                annotations.findContentSerializer(config, member),
                                annotations.findSerializationConverter(config, member),
                                annotations.findSerializationContentConverter(config, member),
                                annotations.findFilterId(config, member),
                                annotations
                                        .findPropertyInclusionByName(config, member)
                                        .getIncluded())
                        .allMatch(Objects::isNull)
                && annotations
                        .findPropertyIgnoralByName(config, member)
                        .getIgnored()
                        .isEmpty();
    }
}
