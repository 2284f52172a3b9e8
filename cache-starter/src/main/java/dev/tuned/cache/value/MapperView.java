/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializer;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.ser.PropertyWriter;

/**
 * What the application's mapper has for a class: annotations, mix-ins, modules and settings. It decides what may be written
 * at all: what is ignored, write-only, filtered, in views only or has its own serializer is not. For one thread.
 */
final class MapperView {

    private static final Set<String> PLAIN_SERIALIZERS =
            Set.of("tools.jackson.databind.ser.BeanSerializer", "tools.jackson.databind.ser.UnrolledBeanSerializer");

    private final JsonMapper original;
    private final JsonMapper fields;

    MapperView(JsonMapper mapper) {
        this.original = mapper;
        this.fields = mapper.rebuild()
                .deactivateDefaultTyping()
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
                .changeDefaultVisibility(visibility -> visibility
                        .withFieldVisibility(Visibility.ANY)
                        .withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withSetterVisibility(Visibility.NONE))
                .build();
    }

    /** Classes that annotations or the mapper's registrations name for a type. */
    List<Class<?>> subtypes(JavaType type) {
        SerializationConfig config = fields.serializationConfig();
        Collection<NamedType> named = config.getSubtypeResolver()
                .collectAndResolveSubtypesByClass(
                        config, fields._serializationContext().introspectClassAnnotations(type));
        List<Class<?>> classes = new ArrayList<>();
        named.forEach(each -> classes.add(each.getType()));
        return classes;
    }

    JavaType specialized(JavaType type, Class<?> subtype) {
        return fields.getTypeFactory().constructSpecializedType(type, subtype);
    }

    /**
     * The properties of a class.
     *
     * @throws NotStorableException if the class as a whole is not written or read field by field
     */
    Properties properties(JavaType type, Class<?> raw) {
        try {
            refuseIgnored(original, type, raw);
            refuseIgnored(fields, type, raw);
            BeanDescription description = fields._serializationContext().introspectBeanDescription(type);
            ValueSerializer<?> serializer = fields._serializationContext().findValueSerializer(type);
            ValueDeserializer<?> deserializer =
                    fields._deserializationContext().findNonContextualValueDeserializer(type);
            AnnotationIntrospector annotations = fields.serializationConfig().getAnnotationIntrospector();
            if (annotations.findFilterId(fields.serializationConfig(), description.getClassInfo()) != null) {
                throw new NotStorableException(raw.getName() + " has a filter of Jackson's");
            }
            if (!PLAIN_SERIALIZERS.contains(serializer.getClass().getName()) && raw.getDeclaredFields().length != 0) {
                throw new NotStorableException(raw.getName() + " is written by "
                        + serializer.getClass().getName());
            }
            if (deserializer.getClass() != BeanDeserializer.class) {
                throw new NotStorableException(
                        raw.getName() + " is read by " + deserializer.getClass().getName());
            }
            return new Properties(description, serializer, (BeanDeserializerBase) deserializer);
        } catch (NotStorableException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw new NotStorableException(
                    raw.getName() + " cannot be written and read by the application's JsonMapper: " + ex.getMessage());
        }
    }

    /** Of which field an accessor is that is ignored nobody knows but the class. */
    private static void refuseIgnored(JsonMapper mapper, JavaType type, Class<?> raw) {
        BeanDescription description = mapper._deserializationContext().introspectBeanDescription(type);
        // Collects them.
        var unused = description.findProperties();
        for (String name : description.getIgnoredPropertyNames()) {
            throw new NotStorableException(raw.getName() + "." + name + ": It is ignored by Jackson");
        }
    }

    /** The properties of one class. */
    final class Properties {

        private final Map<Field, BeanPropertyDefinition> byField = new HashMap<>();
        private final Map<String, Field> byName = new HashMap<>();
        private final Set<String> written = new HashSet<>();
        private final BeanDeserializerBase deserializer;

        private Properties(
                BeanDescription description, ValueSerializer<?> serializer, BeanDeserializerBase deserializer) {
            this.deserializer = deserializer;
            for (BeanPropertyDefinition property : description.findProperties()) {
                if (property.hasField()) {
                    byField.put(property.getField().getAnnotated(), property);
                    byName.put(property.getName(), property.getField().getAnnotated());
                }
            }
            for (Iterator<PropertyWriter> writers = serializer.properties(); writers.hasNext(); ) {
                written.add(writers.next().getName());
            }
        }

        /**
         * The type of a field.
         *
         * @throws NotStorableException if the mapper does not write and read it as it is
         */
        JavaType typeOf(Field field) {
            BeanPropertyDefinition property = byField.get(field);
            if (property == null || !written.contains(property.getName())) {
                throw new NotStorableException("It is not written by Jackson");
            }
            if (deserializer.findProperty(property.getFullName()) == null) {
                throw new NotStorableException("It is not read by Jackson");
            }
            if (property.findViews() != null) {
                throw new NotStorableException("It is in some of Jackson's views only");
            }
            Stream.of(
                            property.getField(),
                            property.getGetter(),
                            property.getSetter(),
                            property.getConstructorParameter())
                    .forEach(MapperView.this::requirePlain);
            return property.getField().getType();
        }

        /** The constructor that the mapper calls with properties, where there is one. */
        @Nullable
        Constructor<?> constructor() {
            return (deserializer.getValueInstantiator().getWithArgsCreator() instanceof AnnotatedConstructor creator)
                    ? creator.getAnnotated()
                    : null;
        }

        /** The fields of its arguments. */
        List<Field> arguments() {
            ValueInstantiator instantiator = deserializer.getValueInstantiator();
            List<Field> arguments = new ArrayList<>();
            for (SettableBeanProperty argument : instantiator.getFromObjectArguments(fields.deserializationConfig())) {
                Field field = byName.get(argument.getName());
                if (field == null) {
                    throw new NotStorableException(instantiator.getValueTypeDesc() + " takes '" + argument.getName()
                            + "' in its constructor, which is no field");
                }
                arguments.add(field);
            }
            return arguments;
        }
    }

    private void requirePlain(@Nullable AnnotatedMember member) {
        if (member == null) {
            return;
        }
        SerializationConfig config = fields.serializationConfig();
        AnnotationIntrospector annotations = config.getAnnotationIntrospector();
        boolean plain = Stream.of(
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
                                annotations.findReferenceType(config, member))
                        .allMatch(found -> found == null)
                && annotations
                        .findPropertyIgnoralByName(config, member)
                        .getIgnored()
                        .isEmpty()
                && annotations.findPropertyInclusionByName(config, member).getIncluded() == null;
        if (!plain) {
            throw new NotStorableException("Annotations of Jackson's change or hide its content");
        }
    }
}
