/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.examples.dropin.Recording;

/** JSON documents as cases: each value is an aspect, whose name is the path to it. */
final class Json {

    private static final JsonMapper MAPPER = new JsonMapper();
    /** What tells an element of an array from its neighbours, wherever it stands. */
    private static final List<String> IDENTITIES = List.of("predicate", "name", "target", "runnable");

    private Json() {}

    /** Adds the document's values below {@code pointer}, but those whose path from there has {@code ignored}. */
    static void record(String name, String document, String pointer, String ignored, Recording recording) {
        JsonNode root = MAPPER.readTree(document).at(pointer);
        if (root.isMissingNode()) {
            throw new IllegalArgumentException("no " + pointer + " in " + document);
        }
        add(name, "", root, Pattern.compile(ignored), recording);
    }

    private static void add(String name, String path, JsonNode node, Pattern ignored, Recording recording) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties()
                    .forEach(property ->
                            add(name, below(path, property.getKey()), property.getValue(), ignored, recording));
        } else if (node.isArray() && node.size() > 0 && node.get(0).isObject()) {
            node.forEach(element -> add(name, below(path, identity(element)), element, ignored, recording));
        } else if (!ignored.matcher(path).find()) {
            recording.add(name, path, node);
        }
    }

    private static String below(String path, String name) {
        return (path.isEmpty() ? "" : path + "/") + name.replace(',', ' ');
    }

    private static String identity(JsonNode element) {
        return IDENTITIES.stream()
                .flatMap(key -> Stream.of(element.get(key)))
                .filter(Objects::nonNull)
                .map(node -> node.isString() ? node.asString() : node.toString())
                .findFirst()
                .orElse("*");
    }
}
