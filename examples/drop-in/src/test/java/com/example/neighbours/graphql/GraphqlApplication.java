/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.graphql;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import com.example.neighbours.uploads.Uploads;
import com.example.uploads.Seen;
import graphql.GraphQLContext;
import graphql.schema.Coercing;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.graphql.ExecutionGraphQlService;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.execution.RuntimeWiringConfigurer;
import org.springframework.graphql.support.DefaultExecutionGraphQlRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Spring for GraphQL with uploads as the multipart request specification has them, which it leaves to the application. */
@SpringBootApplication
@Import(Uploads.class)
@Controller
public class GraphqlApplication {

    private final ExecutionGraphQlService graphql;

    GraphqlApplication(ExecutionGraphQlService graphql) {
        this.graphql = graphql;
    }

    public static void main(String[] args) {
        SpringApplication.run(GraphqlApplication.class, args);
    }

    /** An operation of GraphQL. */
    public record Operation(String query, Map<String, Object> variables) {}

    /** Puts each file into the variable that the part {@code map} names. */
    @PostMapping("/graphql/multipart")
    @ResponseBody
    Map<String, Object> multipart(
            @RequestPart Operation operations,
            @RequestPart Map<String, List<String>> map,
            MultipartHttpServletRequest request) {
        Map<String, Object> variables = new LinkedHashMap<>(operations.variables());
        map.forEach((part, targets) ->
                targets.forEach(target -> variables.put(target.replace("variables.", ""), request.getFile(part))));
        return Objects.requireNonNull(graphql.execute(new DefaultExecutionGraphQlRequest(
                                operations.query(), null, variables, Map.of(), "1", Locale.ENGLISH))
                        .block())
                .toMap();
    }

    @MutationMapping
    String store(DataFetchingEnvironment environment) throws IOException {
        MultipartFile file = environment.getArgument("file");
        return environment.getArgument("title") + ": " + Seen.file(file);
    }

    @Bean
    static RuntimeWiringConfigurer upload() {
        return wiring -> wiring.scalar(GraphQLScalarType.newScalar()
                .name("Upload")
                .coercing(new UploadCoercing())
                .build());
    }

    private static final class UploadCoercing implements Coercing<MultipartFile, String> {

        @Override
        public MultipartFile parseValue(Object input, GraphQLContext context, Locale locale) {
            return (MultipartFile) input;
        }
    }
}
