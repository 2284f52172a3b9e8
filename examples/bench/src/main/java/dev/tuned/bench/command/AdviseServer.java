/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
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

    /**
     * Serves.
     *
     * @throws IOException if a line of the input is not a message
     */
    static void serve(InputStream in, OutputStream out, String version) throws IOException, InterruptedException {
        // Log lines would stand between the messages.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        McpJsonMapper mapper = new JacksonMcpJsonMapper(JSON);
        CompletableFuture<Boolean> whole = new CompletableFuture<>();
        McpSyncServer server = McpServer.sync(
                        new StdioServerTransportProvider(mapper, messages(in, mapper, whole), out))
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
        try {
            if (!whole.get()) {
                throw new IOException("a line of the input is not a JSON-RPC message");
            }
        } catch (ExecutionException ex) {
            throw new IOException(ex);
        } finally {
            server.closeGracefully();
        }
    }

    /**
     * The messages of a stream, line by line, up to its end or to a line that is not a message, after which the
     * transport would wait for ever.
     *
     * @param whole takes whether all of it were messages, when it ends
     */
    private static InputStream messages(InputStream in, McpJsonMapper mapper, CompletableFuture<Boolean> whole) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        return new InputStream() {

            private InputStream line = InputStream.nullInputStream();

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = line.read(bytes, offset, length);
                if (count >= 0 || whole.isDone()) {
                    return count;
                }
                String next = lines.readLine();
                if (next == null) {
                    whole.complete(true);
                    return -1;
                }
                try {
                    McpSchema.deserializeJsonRpcMessage(mapper, next);
                } catch (IOException | RuntimeException ex) {
                    whole.complete(false);
                    return -1;
                }
                line = new ByteArrayInputStream((next + "\n").getBytes(StandardCharsets.UTF_8));
                return line.read(bytes, offset, length);
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
                        // A value that begins with @ is no file of arguments, whose lines a message would repeat.
                        .setExpandAtFiles(false)
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
