/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Modules that put code of their own in the place of Jackson's readers and writers: what they put there is not known, so that a
 * class is L1 only where they did; every other one comes back as it was.
 */
class BytecodeModulesTests {

    /** As Spring Boot finds them. */
    static Stream<JacksonModule> modules() throws MalformedURLException {
        URLClassLoader loader = new URLClassLoader(
                new URL[] {
                    Path.of("target/jackson-modules/jackson-module-blackbird.jar")
                            .toUri()
                            .toURL(),
                    Path.of("target/jackson-modules/jackson-module-afterburner.jar")
                            .toUri()
                            .toURL()
                },
                BytecodeModulesTests.class.getClassLoader());
        List<JacksonModule> found = ServiceLoader.load(JacksonModule.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .filter(module -> module.getClass().getClassLoader() == loader)
                .toList();
        assertThat(found).hasSize(2);
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void classWithReplacedAccessIsRefused(JacksonModule module) {
        for (Class<?> type : List.of(Bean.class, Fields.class)) {
            assertThat(codec(module, type).refusal()).as("%s", type).isNotNull().hasMessageContaining(type.getName());
            assertThat(codec(null, type).refusal()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void whatIsNotRefusedComesBack(JacksonModule module) {
        for (Object value : List.of(new Point(1, "a"), new Bean(), new Fields(), List.of("a"), Map.of("a", 1))) {
            ValueCodec codec = codec(module, value.getClass());
            if (codec.refusal() == null) {
                assertThat(codec.decode(codec.encode(value, new MemoryBudget())))
                        .usingRecursiveComparison()
                        .isEqualTo(value);
            }
        }
    }

    private static ValueCodec codec(@Nullable JacksonModule module, Class<?> type) {
        JsonMapper.Builder builder = JsonMapper.builder();
        JsonMapper mapper = (module != null) ? builder.addModule(module).build() : builder.build();
        JavaType declared = mapper.constructType(
                List.class.isAssignableFrom(type) ? List.class : Map.class.isAssignableFrom(type) ? Map.class : type);
        return new ValueCodec(mapper, requireNonNull(declared), 1);
    }

    public record Point(int x, String name) {}

    public static class Bean {

        private int number = 5;
        private String text = "text";

        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }

    public static class Fields {

        public long count = 7;
        public List<String> names = List.of("a", "b");
    }
}
