/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Offers {@code advise} as a tool of the Model Context Protocol, over two streams, until the first ends. */
final class AdviseServer {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Map<String, Object> SCHEMA = JSON.convertValue(JSON.readTree("""
            {"type": "object", "properties": {
              "pid": {"type": "integer", "description": "The process of a service that runs under load"},
              "jar": {"type": "string", "description": "The jar of a service to start and load instead"},
              "requests": {"type": "string", "description": "A .http or .har file, which jar needs"},
              "seconds": {"type": "integer", "minimum": 5, "maximum": 600}}}
            """), new TypeReference<>() {});

    private AdviseServer() {}

    static void serve(InputStream in, OutputStream out, String version) throws InterruptedException {
        // Log lines would stand between the messages.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        CountDownLatch ended = new CountDownLatch(1);
        McpSyncServer server = McpServer.sync(
                        new StdioServerTransportProvider(new JacksonMcpJsonMapper(JSON), notifying(in, ended), out))
                .serverInfo("tuned-bench", version)
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .toolCall(
                        Tool.builder("advise", SCHEMA)
                                .description(
                                        "Looks at a running Spring Boot service for a minute, or starts one, and says which of"
                                                + " four fixes would pay: rule, evidence, predicted range, and the command that proves it.")
                                .build(),
                        (exchange, request) -> advise(request))
                .build();
        ended.await();
        server.closeGracefully();
    }

    /** The same stream, which reports when it has ended; a reader of text reads it by arrays alone. */
    private static InputStream notifying(InputStream in, CountDownLatch ended) {
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                if (count < 0) {
                    ended.countDown();
                }
                return count;
            }
        };
    }

    private static CallToolResult advise(CallToolRequest request) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        try {
            Path json = Files.createTempFile("advice-", ".json");
            try {
                int code = Bench.commandLine()
                        .setOut(writer)
                        .setErr(writer)
                        .execute(arguments(request, json).toArray(String[]::new));
                writer.flush();
                return code == 0
                        ? CallToolResult.builder()
                                .addTextContent(Files.readString(json))
                                .build()
                        : failed(said.toString().strip());
            } finally {
                Files.deleteIfExists(json);
            }
        } catch (IOException ex) {
            return failed(String.valueOf(ex.getMessage()));
        }
    }

    private static List<String> arguments(CallToolRequest request, Path json) {
        List<String> arguments = new ArrayList<>(List.of("advise", "--json", json.toString()));
        Map<String, Object> values = request.arguments() == null ? Map.of() : request.arguments();
        for (String name : List.of("jar", "requests", "seconds")) {
            if (values.containsKey(name)) {
                arguments.addAll(List.of("--" + name, String.valueOf(values.get(name))));
            }
        }
        if (values.containsKey("pid")) {
            arguments.add(String.valueOf(values.get("pid")));
        }
        return arguments;
    }

    private static CallToolResult failed(String why) {
        return CallToolResult.builder().addTextContent(why).isError(true).build();
    }
}
