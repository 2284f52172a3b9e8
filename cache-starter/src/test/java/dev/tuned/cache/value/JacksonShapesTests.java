/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonBackReference;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFilter;
import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonManagedReference;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeId;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.StdConverter;

import dev.tuned.cache.value.ShapesTests.Case;

import static dev.tuned.cache.value.ShapesTests.kept;
import static dev.tuned.cache.value.ShapesTests.refused;
import static org.assertj.core.api.Assertions.assertThat;

/** What annotations, modules and settings of Jackson's say: what the mapper hides has no document, and what it only calls otherwise is the same. */
@SuppressWarnings({"UnusedVariable", "UnusedMethod", "EffectivelyPrivate"})
class JacksonShapesTests {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    // What is hidden

    /** Can be told a password, and does not tell it. */
    static class SetterAlone {
        private String name = "n";
        private String password = "secret";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public void setPassword(String password) {
            this.password = password;
        }
    }

    static class NoAccessor {
        public String name = "n";
        private String password = "secret";
    }

    record InnerSecret(List<SetterAlone> list) {}

    @JsonIgnoreType
    static class Ignored {
        public String word = "secret";
    }

    static class HasIgnoredType {
        public String name = "n";
        public Ignored ignored = new Ignored();
    }

    @JsonIncludeProperties("name")
    static class Included {
        public String name = "n";
        public String token = "secret";
    }

    static class NeverSecret {

        @Override
        public boolean equals(@Nullable Object other) {
            return "secret".equals(other);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Filtered {
        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = NeverSecret.class)
        public String word = "secret";
    }

    @JsonView(Runnable.class)
    static class InView {
        public String word = "secret";
    }

    @JsonFilter("f")
    static class WithFilter {
        public String word = "secret";
    }

    static class Stars extends StdSerializer<String> {

        Stars() {
            super(String.class);
        }

        @Override
        public void serialize(String value, JsonGenerator json, SerializationContext context) {
            json.writeString("***");
        }
    }

    static class StarsConverter extends StdConverter<String, String> {

        @Override
        public String convert(String value) {
            return "***";
        }
    }

    static class MaskedElements {
        @JsonSerialize(contentUsing = Stars.class)
        public List<String> words = new ArrayList<>(List.of("secret"));
    }

    static class MaskedByGetter {
        private String word = "secret";

        @JsonSerialize(converter = StarsConverter.class)
        public String getWord() {
            return word;
        }
    }

    @JsonSerialize(converter = Hide.class)
    static class ClassConverter {
        public String word = "secret";
    }

    static class Hide extends StdConverter<ClassConverter, String> {

        @Override
        public String convert(ClassConverter value) {
            return "***";
        }
    }

    static class Raw {
        @JsonRawValue
        public String json = "{}";
    }

    static class Extra {
        public String name = "n";
        private Map<String, Object> more = new LinkedHashMap<>(Map.of("a", "secret"));

        @JsonAnyGetter
        public Map<String, Object> any() {
            return more;
        }

        @JsonAnySetter
        public void set(String key, Object value) {
            more.put(key, value);
        }
    }

    static class TypeId {
        @JsonTypeId
        public String type = "t";
    }

    static class OneName {
        private String a = "a";

        @JsonGetter("x")
        public String getA() {
            return a;
        }

        @JsonSetter("y")
        public void setA(String a) {
            this.a = a;
        }
    }

    static class Parent {
        @JsonManagedReference
        public List<Child> children = new ArrayList<>();
    }

    static class Child {
        @JsonBackReference
        public @Nullable Parent parent;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface AnyClass {}

    static class Some implements AnyClass {
        public int number = 1;
    }

    static class HasAnyClass {
        @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
        public Object value = new Some();
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    static class Node {
        public @Nullable Node next;
    }

    static class Other {
        public String word = "secret";
    }

    // What is only called otherwise

    static class Computes {
        public String name = "n";

        @JsonIgnore
        public boolean isValid() {
            throw new AssertionError("called");
        }

        public String getUpper() {
            throw new AssertionError("called");
        }
    }

    record Accessor(String number) {
        @Override
        public String number() {
            throw new AssertionError("called");
        }
    }

    static class Aliased {
        @JsonProperty(value = "first-name", required = true)
        @JsonAlias({"a", "b"})
        public String name = "n";
    }

    static class Created {
        private final String name;
        private final BigDecimal price;
        private int more;

        @JsonCreator
        Created(@JsonProperty("label") String name, @JsonProperty("cost") BigDecimal price) {
            this.name = name;
            this.price = price;
        }

        @JsonProperty("label")
        public String getName() {
            return name;
        }

        @JsonProperty("cost")
        public BigDecimal getPrice() {
            return price;
        }

        public int getMore() {
            return more;
        }

        public void setMore(int more) {
            this.more = more;
        }
    }

    /** The constructor makes something else of its argument. */
    static class Parses {
        private final Integer number;

        @JsonCreator
        Parses(@JsonProperty("number") String number) {
            this.number = Integer.valueOf(number);
        }

        public Integer getNumber() {
            return number;
        }
    }

    static class Factory {
        private final String name;

        private Factory(String name) {
            this.name = name;
        }

        @JsonCreator
        static Factory of(@JsonProperty("name") String name) {
            return new Factory(name);
        }

        public String getName() {
            return name;
        }
    }

    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
    static class Visible {
        private String name = "n";
        private int number = 4;
    }

    static Stream<Case> same() {
        Created created = new Created("a", new BigDecimal("1.50"));
        created.setMore(3);
        Node nodes = new Node();
        nodes.next = new Node();
        return Stream.of(
                kept(new TypeReference<Computes>() {}, new Computes()),
                kept(new TypeReference<Accessor>() {}, new Accessor("4711")),
                kept(new TypeReference<Aliased>() {}, new Aliased()),
                kept(new TypeReference<Created>() {}, created),
                kept(new TypeReference<Visible>() {}, new Visible()),
                kept(new TypeReference<Node>() {}, nodes));
    }

    static Stream<Case> none() {
        Node ring = new Node();
        ring.next = ring;
        Parent parent = new Parent();
        Child child = new Child();
        child.parent = parent;
        parent.children.add(child);
        return Stream.of(
                refused(new TypeReference<SetterAlone>() {}, new SetterAlone(), "SetterAlone.password"),
                refused(
                        new TypeReference<InnerSecret>() {},
                        new InnerSecret(List.of(new SetterAlone())),
                        "SetterAlone.password"),
                refused(new TypeReference<NoAccessor>() {}, new NoAccessor(), "NoAccessor.password"),
                refused(new TypeReference<HasIgnoredType>() {}, new HasIgnoredType(), "HasIgnoredType.ignored"),
                refused(new TypeReference<List<Ignored>>() {}, List.of(new Ignored()), "Ignored"),
                refused(new TypeReference<Included>() {}, new Included(), "Included.token"),
                refused(new TypeReference<Filtered>() {}, new Filtered(), "Filtered.word"),
                refused(new TypeReference<InView>() {}, new InView(), "InView"),
                refused(new TypeReference<WithFilter>() {}, new WithFilter(), "WithFilter"),
                refused(new TypeReference<MaskedElements>() {}, new MaskedElements(), "MaskedElements.words"),
                refused(new TypeReference<MaskedByGetter>() {}, new MaskedByGetter(), "MaskedByGetter.word"),
                refused(new TypeReference<ClassConverter>() {}, new ClassConverter(), "ClassConverter"),
                refused(new TypeReference<Raw>() {}, new Raw(), "Raw.json"),
                refused(new TypeReference<Extra>() {}, new Extra(), "Extra.more"),
                refused(new TypeReference<TypeId>() {}, new TypeId(), "TypeId.type"),
                refused(new TypeReference<OneName>() {}, new OneName(), "OneName.a"),
                refused(new TypeReference<Parent>() {}, parent, "Child.parent"),
                refused(new TypeReference<AnyClass>() {}, new Some(), "AnyClass"),
                refused(new TypeReference<HasAnyClass>() {}, new HasAnyClass(), "HasAnyClass"),
                refused(new TypeReference<Parses>() {}, new Parses("1"), "Parses"),
                refused(new TypeReference<Factory>() {}, Factory.of("a"), "Factory"),
                refused(new TypeReference<Node>() {}, ring, "two places"));
    }

    @ParameterizedTest
    @MethodSource("same")
    void comesBackAsItWentIn(Case each) {
        ShapesTests.assertComesBack(MAPPER, each);
        ShapesTests.assertComesBack(
                JsonMapper.builder()
                        .propertyNamingStrategy(PropertyNamingStrategies.UPPER_SNAKE_CASE)
                        .build(),
                each);
        ShapesTests.assertComesBack(
                JsonMapper.builder()
                        .activateDefaultTyping(
                                BasicPolymorphicTypeValidator.builder()
                                        .allowIfBaseType(Object.class)
                                        .build(),
                                DefaultTyping.NON_FINAL)
                        .build(),
                each);
    }

    @ParameterizedTest
    @MethodSource("none")
    void whatIsHiddenHasNoDocument(Case each) {
        assertThat(reason(MAPPER, each)).contains(each.why()).doesNotContain("not refused", "\"secret\"");
    }

    static Stream<JsonMapper> hiding() {
        return Stream.of(
                module(new ValueSerializerModifier() {
                    @Override
                    public List<BeanPropertyWriter> changeProperties(
                            SerializationConfig config,
                            BeanDescription.Supplier description,
                            List<BeanPropertyWriter> properties) {
                        return properties.stream()
                                .filter(property -> !property.getName().equals("word"))
                                .toList();
                    }
                }),
                module(new ValueSerializerModifier() {
                    @Override
                    public List<BeanPropertyWriter> changeProperties(
                            SerializationConfig config,
                            BeanDescription.Supplier description,
                            List<BeanPropertyWriter> properties) {
                        return properties.stream()
                                .map(property -> (BeanPropertyWriter) new Silent(property))
                                .toList();
                    }
                }),
                JsonMapper.builder()
                        .annotationIntrospector(new JacksonAnnotationIntrospector() {
                            @Override
                            public @Nullable Object findSerializer(MapperConfig<?> config, Annotated member) {
                                return member.getName().equals("word") ? new Stars() : null;
                            }
                        })
                        .build(),
                JsonMapper.builder()
                        .withConfigOverride(
                                Other.class,
                                override -> override.setIgnorals(
                                        com.fasterxml.jackson.annotation.JsonIgnoreProperties.Value
                                                .forIgnoredProperties("word")))
                        .build(),
                JsonMapper.builder()
                        .withConfigOverride(
                                Other.class,
                                override -> override.setVisibility(JsonAutoDetect.Value.noOverrides()
                                        .withFieldVisibility(JsonAutoDetect.Visibility.NONE)))
                        .build(),
                JsonMapper.builder()
                        .addModule(new SimpleModule().addSerializer(Other.class, new StdSerializer<>(Other.class) {
                            @Override
                            public void serialize(Other value, JsonGenerator json, SerializationContext context) {
                                json.writeString("***");
                            }
                        }))
                        .build());
    }

    private static final class Silent extends BeanPropertyWriter {

        private static final long serialVersionUID = 1L;

        Silent(BeanPropertyWriter other) {
            super(other);
        }

        @Override
        public void serializeAsProperty(Object bean, JsonGenerator json, SerializationContext context) {}
    }

    private static JsonMapper module(ValueSerializerModifier modifier) {
        return JsonMapper.builder()
                .addModule(new SimpleModule().setSerializerModifier(modifier))
                .build();
    }

    @ParameterizedTest
    @MethodSource("hiding")
    void whatTheMapperHidesHasNoDocument(JsonMapper mapper) {
        Case each =
                refused(new TypeReference<Map<String, Other>>() {}, new HashMap<>(Map.of("a", new Other())), "Other");
        assertThat(reason(MAPPER, each)).contains("not refused");
        assertThat(reason(mapper, each)).contains("Other").doesNotContain("not refused", "\"secret\"");
    }

    @Test
    void mapperThatWritesFieldsHasThem() {
        JsonMapper mapper = JsonMapper.builder()
                .changeDefaultVisibility(visibility -> visibility.withFieldVisibility(JsonAutoDetect.Visibility.ANY))
                .build();
        ShapesTests.assertComesBack(mapper, kept(new TypeReference<NoAccessor>() {}, new NoAccessor()));
    }

    private static String reason(JsonMapper mapper, Case each) {
        return ShapesTests.reason(ShapesTests.codec(mapper, each.type()), each.value(), new MemoryBudget());
    }
}
