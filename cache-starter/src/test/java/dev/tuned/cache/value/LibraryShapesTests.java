/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.github.pagehelper.PageInfo;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.Pair;
import lombok.AccessLevel;
import lombok.AllArgsConstructor;
import lombok.Builder;
import lombok.Data;
import lombok.EqualsAndHashCode;
import lombok.Getter;
import lombok.NoArgsConstructor;
import lombok.Setter;
import lombok.ToString;
import lombok.With;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.value.ShapesTests.Case;

import static dev.tuned.cache.value.ShapesTests.kept;
import static dev.tuned.cache.value.ShapesTests.refused;
import static org.assertj.core.api.Assertions.assertThat;

/** Classes of libraries, and what Lombok makes: the same, or no document. */
class LibraryShapesTests {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Data
    static class Bean {
        private String name = "n";
        private @Nullable Instant at = Instant.EPOCH;
        private List<String> tags = new ArrayList<>(List.of("x"));
    }

    @Data
    @EqualsAndHashCode(callSuper = true)
    static class Derived extends Bean {
        private int more = 5;
    }

    @Data
    @NoArgsConstructor
    @AllArgsConstructor
    static class Both {
        private String name;
        private long count;
    }

    @lombok.Value
    public static class Immutable {
        String name;
        Map<String, Integer> counts;

        @With
        long version;
    }

    @lombok.Value
    @Builder
    static class Built {
        String name;
    }

    @lombok.Value
    @Builder
    @JsonDeserialize(builder = JacksonBuilt.JacksonBuiltBuilder.class)
    static class JacksonBuilt {
        String name;
    }

    /** A password that nobody can ask for. */
    @Setter
    @NoArgsConstructor
    static class Credentials {
        @Getter
        private String user = "ann";

        private String password = "secret";
    }

    @Getter
    @Setter
    static class Hidden {
        private String user = "ann";

        @Getter(AccessLevel.NONE)
        private String token = "secret";
    }

    @Getter
    @ToString
    static class LazyGetter {
        private final String name = "n";

        @Getter(lazy = true)
        private final String expensive = name + "!";
    }

    @Getter
    static class Delegating {
        private Lazy<String> text = LazyKt.lazy(() -> "computed");
    }

    @Getter
    @Setter
    static class Answer {
        private @Nullable ResponseEntity<String> entity;
    }

    static Stream<Case> same() {
        Both both = new Both("a", 3);
        Bean bean = new Bean();
        bean.setAt(null);
        return Stream.of(
                kept(new TypeReference<Bean>() {}, new Bean()),
                kept(new TypeReference<Bean>() {}, bean),
                kept(new TypeReference<Derived>() {}, new Derived()),
                kept(new TypeReference<Both>() {}, both),
                kept(new TypeReference<Built>() {}, new Built("a")),
                kept(new TypeReference<ProblemDetail>() {}, ProblemDetail.forStatusAndDetail(HttpStatus.GONE, "d")),
                kept(new TypeReference<List<Both>>() {}, new ArrayList<>(List.of(both, new Both("b", 4)))),
                kept(new TypeReference<Immutable>() {}, new Immutable("a", Map.of("x", 1), 7)),
                kept(
                        new TypeReference<Map<String, Immutable>>() {},
                        Map.of("k", new Immutable("a", new LinkedHashMap<>(Map.of("x", 1)), 7))));
    }

    static Stream<Case> none() {
        com.github.pagehelper.Page<String> page = new com.github.pagehelper.Page<>(2, 10);
        page.setTotal(77);
        page.add("a");
        UserDetails user =
                User.withUsername("ann").password("secret").roles("USER").build();
        Struct struct = Struct.newBuilder()
                .putFields("a", Value.newBuilder().setStringValue("secret").build())
                .build();
        MultiValueMap<String, String> values = new LinkedMultiValueMap<>();
        return Stream.of(
                refused(new TypeReference<JacksonBuilt>() {}, new JacksonBuilt("a"), "JacksonBuilt"),
                refused(new TypeReference<Credentials>() {}, new Credentials(), "Credentials.password"),
                refused(new TypeReference<Hidden>() {}, new Hidden(), "Hidden.token"),
                refused(new TypeReference<LazyGetter>() {}, new LazyGetter(), "LazyGetter"),
                refused(new TypeReference<Delegating>() {}, new Delegating(), "Delegating.text"),
                refused(new TypeReference<Lazy<String>>() {}, LazyKt.lazy(() -> "secret"), "kotlin.Lazy"),
                refused(new TypeReference<Pair<String, String>>() {}, new Pair<>("a", "b"), "kotlin.Pair"),
                refused(new TypeReference<Struct>() {}, struct, "com.google.protobuf"),
                refused(
                        new TypeReference<Timestamp>() {},
                        Timestamp.newBuilder().setSeconds(5).build(),
                        "com.google.protobuf"),
                refused(new TypeReference<Object[]>() {}, new Object[] {struct}, "com.google.protobuf"),
                refused(
                        new TypeReference<Page<String>>() {},
                        new PageImpl<>(List.of("secret"), PageRequest.of(0, 1), 5),
                        "org.springframework.data.domain.Page"),
                refused(new TypeReference<Sort>() {}, Sort.by("a"), "org.springframework.data.domain.Sort"),
                refused(new TypeReference<List<String>>() {}, page, "com.github.pagehelper.Page"),
                refused(new TypeReference<com.github.pagehelper.Page<String>>() {}, page, "com.github.pagehelper.Page"),
                refused(new TypeReference<PageInfo<String>>() {}, PageInfo.of(page), "com.github.pagehelper.Page"),
                refused(new TypeReference<UserDetails>() {}, user, "UserDetails"),
                refused(new TypeReference<User>() {}, (User) user, "User"),
                refused(
                        new TypeReference<List<GrantedAuthority>>() {},
                        List.of(new SimpleGrantedAuthority("secret")),
                        "GrantedAuthority"),
                refused(
                        new TypeReference<ResponseEntity<String>>() {},
                        ResponseEntity.status(HttpStatus.OK)
                                .contentType(MediaType.TEXT_PLAIN)
                                .body("secret"),
                        "ResponseEntity"),
                refused(new TypeReference<Answer>() {}, new Answer(), "Answer.entity"),
                refused(new TypeReference<HttpHeaders>() {}, new HttpHeaders(), "HttpHeaders"),
                refused(new TypeReference<DataSize>() {}, DataSize.ofBytes(5), "DataSize"),
                refused(new TypeReference<MultiValueMap<String, String>>() {}, values, "MultiValueMap"),
                refused(new TypeReference<JsonNode>() {}, MAPPER.createObjectNode(), "JsonNode"));
    }

    @ParameterizedTest
    @MethodSource("same")
    void comesBackAsItWentIn(Case each) {
        ShapesTests.assertComesBack(MAPPER, each);
    }

    @ParameterizedTest
    @MethodSource("none")
    void whatWouldNotComeBackHasNoDocument(Case each) {
        assertThat(ShapesTests.reason(ShapesTests.codec(MAPPER, each.type()), each.value(), new MemoryBudget()))
                .contains(each.why())
                .doesNotContain("secret");
    }
}
