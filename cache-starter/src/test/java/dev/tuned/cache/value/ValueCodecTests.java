/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

import dev.tuned.cache.Product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ValueCodecTests {

    static class Base {
        public String name = "";
    }

    static class Derived extends Base {
        public int extra;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static final class Unreadable {
        public final String text;

        Unreadable(StringBuilder builder) {
            this.text = builder.toString();
        }
    }

    @Test
    void keepsGenericTypes() {
        Map<String, List<Product>> value = Map.of("a", List.of(new Product("1", 2)));
        assertThat(roundTrip(new TypeReference<Map<String, List<Product>>>() {}, value))
                .isEqualTo(value);
    }

    @Test
    void nullIsTheLiteral() {
        ValueCodec codec = codec(new TypeReference<Product>() {});
        assertThat(encode(codec, null)).asString(StandardCharsets.UTF_8).endsWith(",\"value\":null}");
        assertThat(codec.decode(encode(codec, null))).isNull();
    }

    @Test
    void declaredSubtypesComeBackAsThemselves() {
        assertThat(roundTrip(new TypeReference<Shape>() {}, new Square(3))).isEqualTo(new Square(3));
    }

    @Test
    void valueThatWouldComeBackAsItsSuperclassIsRefused() {
        ValueCodec codec = codec(new TypeReference<Base>() {});
        assertThatExceptionOfType(NotStorableException.class)
                .isThrownBy(() -> encode(codec, new Derived()))
                .withMessageContaining("Derived");
    }

    @Test
    void typeThatCannotBeReadBackIsRefused() {
        ValueCodec codec = codec(new TypeReference<Unreadable>() {});
        assertThat(codec.refusal()).hasMessageContaining("Unreadable");
        assertThatExceptionOfType(NotStorableException.class)
                .isThrownBy(() -> encode(codec, new Unreadable(new StringBuilder())));
    }

    @Test
    void documentCannotNameAClass() {
        JsonMapper typed = JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build();
        ValueCodec codec = new ValueCodec(
                typed, typed.getTypeFactory().constructType(new TypeReference<Map<String, Object>>() {}), 1);
        byte[] document =
                document(codec, "[\"HashMap\",\"a\",[\"dev.tuned.cache.Product\",{\"id\":\"1\",\"version\":1}]]");
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> codec.decode(document))
                .withMessageContaining("does not choose a class");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface Open {}

    record Harmless(int number) implements Open {}

    static class Holder {
        public @Nullable Class<?> type;
    }

    @Test
    void annotationThatLetsADocumentNameAClassIsOfNoUse() {
        ValueCodec codec = codec(new TypeReference<Open>() {});
        String json = "{\"@class\":\"" + Harmless.class.getName() + "\",\"number\":1}";

        assertThat(codec.refusal()).hasMessageContaining("Open");
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> encode(codec, new Harmless(1)));
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> codec.decode(bytes(json)));
    }

    @Test
    void fieldOfTypeClassIsNotRead() {
        ValueCodec codec = codec(new TypeReference<Holder>() {});
        assertThat(codec.refusal()).hasMessageContaining("Holder.type", "java.lang.Class");
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> codec.decode(bytes("{\"type\":\"java.lang.String\"}")));
    }

    @Test
    void bytesComeBack() {
        assertThat(roundTrip(new TypeReference<byte[]>() {}, new byte[] {1, 2, -3}))
                .isEqualTo(new byte[] {1, 2, -3});
    }

    private static @Nullable Object roundTrip(TypeReference<?> type, Object value) {
        ValueCodec codec = codec(type);
        return codec.decode(encode(codec, value));
    }

    private static ValueCodec codec(TypeReference<?> type) {
        JsonMapper mapper = JsonMapper.builder().build();
        return new ValueCodec(mapper, mapper.getTypeFactory().constructType(type), 1);
    }

    private static byte[] encode(ValueCodec codec, @Nullable Object value) {
        return codec.encode(value, new MemoryBudget());
    }

    /** A document of the type with any value. */
    private static byte[] document(ValueCodec codec, String value) {
        String empty = new String(encode(codec, null), StandardCharsets.UTF_8);
        return bytes(empty.replace("\"value\":null", "\"value\":" + value));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
