/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dependencies of this module as Maven resolved them, read from the verbose tree that the build writes. */
final class DependencyTree {

    private static final Pattern NODE =
            Pattern.compile("^(?<indent>[|+\\\\ -]*)\\(?(?<group>[^:( ]+):(?<artifact>[^: ]+):(?<rest>[^ )]+).*$");

    private final Map<String, Set<String>> children = new LinkedHashMap<>();
    private final Map<String, String> fileNames = new LinkedHashMap<>();

    private DependencyTree() {}

    static DependencyTree read(Path file) {
        DependencyTree tree = new DependencyTree();
        List<String> path = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                Matcher node = NODE.matcher(line);
                if (!node.matches()) {
                    throw new IllegalStateException("not a line of a dependency tree: " + line);
                }
                int depth = node.group("indent").length() / 3;
                String id = node.group("group") + ":" + node.group("artifact");
                path.subList(Math.min(depth, path.size()), path.size()).clear();
                tree.add(path.isEmpty() ? "" : path.get(path.size() - 1), id, node.group("rest"));
                path.add(id);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return tree;
    }

    private void add(String parent, String id, String rest) {
        children.computeIfAbsent(parent, p -> new LinkedHashSet<>()).add(id);
        // type[:classifier]:version[:scope]
        String[] parts = rest.split(":");
        boolean classifier = parts.length == 4;
        String artifact = id.substring(id.indexOf(':') + 1);
        String version = parts[classifier ? 2 : 1];
        fileNames.putIfAbsent(id, artifact + "-" + version + (classifier ? "-" + parts[1] : "") + ".jar");
    }

    /** The file names of {@code roots} and of all that they need, without {@code excluded} and what only these need. */
    List<String> fileNames(Collection<String> roots, Collection<String> excluded) {
        Set<String> reached = new LinkedHashSet<>();
        roots.forEach(root -> reach(root, excluded, reached));
        return reached.stream().map(fileNames::get).toList();
    }

    private void reach(String id, Collection<String> excluded, Set<String> reached) {
        if (!fileNames.containsKey(id)) {
            throw new IllegalArgumentException(id + " is no dependency of this module: add it to the pom");
        }
        if (!excluded.contains(id) && reached.add(id)) {
            children.getOrDefault(id, Set.of()).forEach(child -> reach(child, excluded, reached));
        }
    }
}
