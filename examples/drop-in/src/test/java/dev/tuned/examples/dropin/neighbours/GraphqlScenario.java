/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.graphql.GraphqlApplication;

import dev.tuned.examples.dropin.Application;

/** GraphQL, whose operations come in a part of the form. */
class GraphqlScenario extends UploadNeighboursScenario {

    @Override
    public Application application() {
        return uploads(GraphqlApplication.class, "spring-boot-starter-graphql")
                .arguments("--spring.graphql.schema.locations=classpath:com/example/neighbours/graphql/");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.past(
                "GraphQL",
                () -> {
                    uploader.send(operation(5_000));
                    uploader.send(operation(1_300_000));
                    uploader.send(operation(2_200_000));
                    uploader.send(operation(5_000).cutOff());
                    uploader.send(Form.multipart("/graphql/multipart", 5_000).named("no operation"));
                },
                "{\"data\":{\"store\":\"a title: file 'file' called 'a.txt'");
    }

    private static Form operation(int size) {
        String query = "mutation($title: String!, $file: Upload!) { store(title: $title, file: $file) }";
        return Form.multipart("/graphql/multipart", size)
                .firstJson("map", "{\"file\": [\"variables.file\"]}")
                .firstJson(
                        "operations",
                        "{\"query\": \"" + query + "\", \"variables\": {\"title\": \"a title\", \"file\": null}}");
    }
}
