/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.WrongAnswerException;

/** What one service answered to the login requests of a file: its cookies, and the fields of its JSON. */
final class Login {

    private static final int ERROR = 400;

    private final Map<String, String> cookies = new LinkedHashMap<>();
    private JsonNode fields = JsonMapper.shared().createObjectNode();

    private Login() {}

    /**
     * Logs in, by one request after the other.
     *
     * @throws WrongAnswerException if a request is not answered as it should be
     */
    static Login at(ServiceProcess service, List<FileRequest> requests) throws IOException, InterruptedException {
        Login login = new Login();
        for (FileRequest request : requests) {
            login.take(service, request);
        }
        return login;
    }

    private void take(ServiceProcess service, FileRequest request) throws IOException, InterruptedException {
        String who = request.place() + ": " + request.name() + ": '" + service.variant() + "' ";
        Answer answer;
        try {
            answer = Exchange.send(service.address(), applied(request).load(service.host(), any -> true));
        } catch (IOException ex) {
            service.requireAlive();
            throw new WrongAnswerException(who + "gave no answer to the login: " + ex.getMessage());
        }
        Integer expected = request.expectedStatus();
        if (expected == null ? answer.status() >= ERROR : expected != answer.status()) {
            throw new WrongAnswerException(who + "answered the login with " + answer.status());
        }
        for (String cookie : answer.header("Set-Cookie")) {
            String[] pair = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(pair[0].strip(), pair.length > 1 ? pair[1].strip() : "");
        }
        if (answer.text().stripLeading().startsWith("{")) {
            try {
                fields = JsonMapper.shared().readTree(answer.text());
            } catch (JacksonException ex) {
                throw new WrongAnswerException(who + "answered the login with JSON that cannot be read");
            }
        }
    }

    /**
     * A request of somebody who is logged in.
     *
     * @throws WrongAnswerException if it uses a field that no answer has
     */
    FileRequest applied(FileRequest request) throws WrongAnswerException {
        StringBuilder header = new StringBuilder();
        cookies.forEach((name, value) -> header.append(header.isEmpty() ? "" : "; ")
                .append(name)
                .append('=')
                .append(value));
        FileRequest filled = request.with(this::field);
        if (filled.uses(FileRequest.LOGIN)) {
            throw new WrongAnswerException(request.place() + ": " + request.name()
                    + " takes from the login what its answer has not: its fields are " + fields.propertyNames());
        }
        return header.isEmpty() ? filled : filled.with("Cookie", header.toString());
    }

    private @Nullable String field(String variable) {
        if (!variable.startsWith(FileRequest.LOGIN)) {
            return null;
        }
        JsonNode node = fields;
        // Editors have a longer form for the same.
        String path = variable.substring(FileRequest.LOGIN.length()).replaceFirst("^response\\.body\\.(?:\\$\\.)?", "");
        for (String name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node.isValueNode() ? node.asString() : null;
    }
}
