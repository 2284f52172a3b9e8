/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.store.StoredDocument;
import dev.tuned.cache.value.MemoryBudget;
import dev.tuned.cache.value.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever stands in L2, a caller gets a value of the declared type or a miss. */
class HostileDocumentsTests {

    /** Tells when a document made an object of it. */
    public static class Gadget {
        static final List<String> created = new ArrayList<>();

        public Gadget() {
            created.add("created");
        }

        public void setCommand(String command) {
            created.add(command);
        }
    }

    public record Holder(@Nullable Object any, @Nullable List<Object> many) {}

    public record Amount(int units, double rate, @Nullable BigDecimal exact) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Cash.class)})
    interface Payment {}

    record Cash(int amount) implements Payment {}

    enum Colour {
        RED
    }

    record Failing(int number) {
        Failing {
            if (number < 0) {
                throw new NoClassDefFoundError("of the application's own");
            }
        }
    }

    /** A mapper of an application that trusts its documents. */
    private static final JsonMapper TRUSTING = JsonMapper.builder()
            .activateDefaultTyping(
                    BasicPolymorphicTypeValidator.builder()
                            .allowIfBaseType(Object.class)
                            .build(),
                    DefaultTyping.NON_FINAL)
            .build();

    private static final String GADGET = Gadget.class.getName();

    /** What it is decoded to; {@code null} for a miss. */
    private static @Nullable LookupResult read(JsonMapper mapper, JavaType type, byte[] content) {
        RemoteContext context = new RemoteContext(
                new FakeStore(),
                "cache",
                Ticker.systemTicker(),
                new MemoryBudget(),
                new ScheduledThreadPoolExecutor(1),
                InvalidationChannel.NONE);
        LookupResult result = new RemoteCache("hostile", Settings.plain(), context, codec(mapper, type))
                .decode(RemoteRead.found(new StoredDocument(content, 7), "id", 0));
        return result.isFound() ? result : null;
    }

    private static ValueCodec codec(JsonMapper mapper, JavaType type) {
        return new ValueCodec(mapper, type, 1);
    }

    /** A document of the type with any content in the place of the value. */
    private static byte[] enclosed(JsonMapper mapper, JavaType type, byte[] content) {
        String empty = new String(codec(mapper, type).encode(null, new MemoryBudget()), StandardCharsets.UTF_8);
        byte[] begin = empty.substring(0, empty.indexOf("null")).getBytes(StandardCharsets.UTF_8);
        return concat(concat(begin, content), new byte[] {'}'});
    }

    private static JavaType type(TypeReference<?> type) {
        return TRUSTING.getTypeFactory().constructType(type);
    }

    static Stream<TypeReference<?>> types() {
        return Stream.of(
                new TypeReference<Product>() {},
                new TypeReference<Holder>() {},
                new TypeReference<Amount>() {},
                new TypeReference<List<Product>>() {},
                new TypeReference<Map<String, Product>>() {},
                new TypeReference<Map<String, Object>>() {},
                new TypeReference<Payment>() {},
                new TypeReference<Colour>() {},
                new TypeReference<String>() {},
                new TypeReference<Integer>() {},
                new TypeReference<int[]>() {},
                new TypeReference<byte[]>() {});
    }

    static List<byte[]> documents() {
        List<byte[]> documents = new ArrayList<>();
        for (String json : List.of(
                "",
                " ",
                "{",
                "{}",
                "[]",
                "[1]",
                "null",
                " null",
                "nul",
                "nullnull",
                "true",
                "\"text\"",
                "-1",
                "1e999999999",
                "9".repeat(999),
                "9".repeat(100_000),
                "[" + "9".repeat(100_000) + "]",
                "{\"units\":1e400,\"rate\":1e400}",
                "{\"units\":99999999999999999999}",
                "{\"exact\":1e1000000000}",
                "{\"exact\":" + "1".repeat(10_000) + "}",
                "{\"units\":null,\"rate\":null}",
                "{\"id\":\"1\",\"version\":null}",
                "{\"id\":\"1\",\"version\":1}{\"id\":\"2\"}",
                "{\"id\":\"1\",\"version\":1} trailing",
                "{\"id\":\"1\",\"id\":\"2\",\"version\":1,\"version\":2}",
                "{\"id\":{\"a\":1},\"version\":[1]}",
                "{\"id\":\"1\",\"version\":1,\"unknown\":[[[{}]]]}",
                "[".repeat(100_000),
                "[".repeat(2000) + "]".repeat(2000),
                "{\"any\":".repeat(2000) + "1" + "}".repeat(2000),
                "{\"a\":" + "[".repeat(2000) + "]".repeat(2000) + "}",
                "[\"" + GADGET + "\",{\"command\":\"x\"}]",
                "{\"any\":[\"" + GADGET + "\",{\"command\":\"x\"}]}",
                "{\"many\":[[\"" + GADGET + "\",{\"command\":\"x\"}]]}",
                "{\"@class\":\"" + GADGET + "\",\"command\":\"x\"}",
                "{\"any\":{\"@class\":\"" + GADGET + "\",\"command\":\"x\"}}",
                "{\"@type\":\"" + GADGET + "\",\"command\":\"x\"}",
                "{\"@type\":\"HostileDocumentsTests$Cash\",\"amount\":\"x\"}",
                "[\"java.util.ArrayList\",[]]",
                "{\"a\":[\"javax.swing.JEditorPane\",{\"page\":\"http://127.0.0.1:1/\"}]}",
                "\"" + "x".repeat(100_000) + "\"",
                "{\"" + "k".repeat(60_000) + "\":1}",
                "\"\\ud800\"",
                "<xml/>",
                "\u0000removed!",
                "/* comment */ {\"id\":\"1\",\"version\":1}",
                "{'id':'1'}",
                "NaN",
                "{\"rate\":NaN}")) {
            documents.add(json.getBytes(StandardCharsets.UTF_8));
        }
        byte[] product = "{\"id\":\"1\",\"version\":1}".getBytes(StandardCharsets.UTF_8);
        documents.add(concat(HexFormat.of().parseHex("efbbbf"), product));
        documents.add("{\"id\":\"1\",\"version\":1}".getBytes(StandardCharsets.UTF_16));
        documents.add("{\"id\":\"1\",\"version\":1}".getBytes(StandardCharsets.UTF_16LE));
        documents.add(HexFormat.of().parseHex("7b226964223a22c328227d"));
        documents.add(HexFormat.of().parseHex("22eda08022"));
        documents.add(HexFormat.of().parseHex("22f888808080" + "22"));
        documents.add(HexFormat.of().parseHex("1f8b"));
        documents.add(HexFormat.of().parseHex("aced000573720011"));
        Random random = new Random(42);
        for (int i = 0; i < 500; i++) {
            byte[] mutated = product.clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            documents.add(mutated);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyDocumentIsAValueOfTheDeclaredTypeOrAMiss(TypeReference<?> reference) {
        JavaType type = type(reference);
        for (JsonMapper mapper : List.of(JsonMapper.builder().build(), TRUSTING)) {
            for (byte[] document : documents()) {
                LookupResult hit = read(mapper, type, document);
                assertThat(hit).isNull();
                LookupResult enclosed = read(mapper, type, enclosed(mapper, type, document));
                if (enclosed != null && enclosed.value() != null) {
                    assertThat(enclosed.value()).isInstanceOf(type.getRawClass());
                } else if (enclosed != null) {
                    assertThat(document).asString(StandardCharsets.US_ASCII).isEqualToIgnoringWhitespace("null");
                }
            }
        }
        assertThat(Gadget.created).isEmpty();
    }

    @Test
    void documentsInAnotherOrderOrWithAMarkInFrontAreRead() {
        JavaType type = type(new TypeReference<Product>() {});
        JsonMapper mapper = JsonMapper.builder().build();
        byte[] marked = concat(
                HexFormat.of().parseHex("efbbbf"),
                enclosed(mapper, type, "{\"version\":2,\"id\":\"1\"}".getBytes(StandardCharsets.UTF_8)));
        assertThat(read(mapper, type, marked)).isEqualTo(LookupResult.of(new Product("1", 2)));
    }

    @Test
    void errorOfAConstructorIsAMissToo() {
        JavaType type = type(new TypeReference<Failing>() {});
        JsonMapper mapper = JsonMapper.builder().build();
        assertThat(read(mapper, type, enclosed(mapper, type, "{\"number\":-1}".getBytes(StandardCharsets.UTF_8))))
                .isNull();
        assertThat(read(mapper, type, enclosed(mapper, type, "{\"number\":1}".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(LookupResult.of(new Failing(1)));
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        result.writeBytes(first);
        result.writeBytes(second);
        return result.toByteArray();
    }
}
