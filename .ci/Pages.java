/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes the project's site: its documents, the reports of its committed runs, and the starters' Javadoc. Links lead to pages of the
 * site where it has them, else to the file in the repository; one that leads nowhere ends it with 1. {@code .ci/pages} calls it.
 * {@code java -cp <commonmark> .ci/Pages.java <repository> <address of the repository> <directory of the site>}, with the
 * tracked files on standard input, each ended by a zero byte
 */
final class Pages {

    private static final List<String> STARTERS = List.of("upload", "logging", "cache", "threads");
    private static final Set<String> COPIED = Set.of("html", "svg", "png", "json", "txt");
    private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]+)\"");
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private final Path repository;
    private final String home;
    private final Path site;
    private final Set<String> files;
    private final Map<String, String> bodies = new HashMap<>();
    private final Map<String, Set<String>> anchors = new HashMap<>();
    private final List<String> wanted = new ArrayList<>();
    private final Set<String> broken = new TreeSet<>();

    private Pages(Path repository, String home, Path site, Set<String> files) {
        this.repository = repository;
        this.home = home;
        this.site = site;
        this.files = files;
    }

    public static void main(String[] args) throws IOException {
        String tracked = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        Set<String> files = new TreeSet<>(List.of(tracked.split("\0")));
        Pages pages = new Pages(Path.of(args[0]), args[1], Path.of(args[2]), files);
        int count = pages.write();
        if (!pages.broken.isEmpty()) {
            pages.broken.forEach(System.err::println);
            System.exit(1);
        }
        System.out.println(count + " pages in " + pages.site);
    }

    private int write() throws IOException {
        List<String> documents = files.stream().filter(file -> file.endsWith(".md")).toList();
        for (String document : documents) {
            render(document);
        }
        for (String link : wanted) {
            int hash = link.indexOf('#');
            if (!anchors.get(link.substring(0, hash)).contains(link.substring(hash + 1))) {
                broken.add("no heading of this name: " + link);
            }
        }
        for (String document : documents) {
            write(page(document), layout(document, bodies.get(document)));
        }
        for (String starter : STARTERS) {
            unzipJavadoc(starter);
        }
        return documents.size();
    }

    private void render(String document) throws IOException {
        Node root = Parser.builder().extensions(EXTENSIONS).build().parse(read(document));
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(target(document, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(target(document, image.getDestination()));
            }
        });
        String body = HtmlRenderer.builder().extensions(EXTENSIONS).build().render(root);
        bodies.put(document, body.replace("<table>", "<div class=\"table\"><table>").replace("</table>", "</table></div>"));
        anchors.put(document, ids(body));
    }

    private static Set<String> ids(String body) {
        return new TreeSet<>(ANCHOR.matcher(body).results().map(found -> found.group(1)).toList());
    }

    /** Where a link of a document leads on the site. */
    private String target(String document, String link) {
        if (URI.create(link).isAbsolute()) {
            return link;
        }
        int hash = link.indexOf('#');
        String path = (hash < 0) ? link : link.substring(0, hash);
        String anchor = (hash < 0) ? "" : link.substring(hash);
        String file = path.isEmpty() ? document : resolved(document, path);
        if (files.contains(file + "/README.md") || file.isEmpty()) {
            file = file.isEmpty() ? "README.md" : file + "/README.md";
        }
        if (file.endsWith(".md") && files.contains(file)) {
            if (!anchor.isEmpty()) {
                wanted.add(file + anchor);
            }
            return relative(document, page(file)) + anchor;
        }
        if (files.contains(file) && COPIED.contains(file.substring(file.lastIndexOf('.') + 1))) {
            copy(file);
            return relative(document, file) + anchor;
        }
        String directory = file + "/";
        if (files.contains(file) || files.stream().anyMatch(each -> each.startsWith(directory))) {
            return home + (files.contains(file) ? "/blob/main/" : "/tree/main/") + file + anchor;
        }
        broken.add(document + " has a link to " + link + ", which is not in the repository");
        return link;
    }

    private static String resolved(String document, String path) {
        return Path.of("/" + document).resolveSibling(path).normalize().toString().substring(1);
    }

    private static String relative(String document, String target) {
        Path from = Path.of("/" + page(document)).getParent();
        return from.relativize(Path.of("/" + target)).toString();
    }

    private static String page(String document) {
        return document.endsWith("README.md")
                ? document.replace("README.md", "index.html")
                : document.replace(".md", ".html");
    }

    private String layout(String document, String body) {
        StringBuilder menu = new StringBuilder(entry(document, "README.md", "tuned"));
        STARTERS.forEach(starter -> menu.append(entry(document, starter + "-starter/README.md", starter)));
        menu.append(entry(document, "examples/README.md", "examples"))
                .append(entry(document, "docs/your-service.md", "your service"))
                .append(entry(document, "docs/operation.md", "operation"))
                .append(entry(document, "CHANGELOG.md", "changes"))
                .append(STARTERS.stream()
                        .map(starter -> "<a href=\"%s\">%s API</a>"
                                .formatted(relative(document, "api/" + starter + "/index.html"), starter))
                        .reduce("", String::concat));
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <nav>%s</nav>
                <main>
                %s</main>
                </body>
                </html>
                """
                .formatted(title(document), STYLE, menu, body);
    }

    private String entry(String document, String target, String text) {
        String here = document.equals(target) ? " aria-current=\"page\"" : "";
        return "<a href=\"%s\"%s>%s</a>".formatted(relative(document, page(target)), here, text);
    }

    private String title(String document) {
        Node first = Parser.builder().build().parse(read(document)).getFirstChild();
        StringBuilder title = new StringBuilder();
        if (first instanceof Heading) {
            first.accept(new AbstractVisitor() {
                @Override
                public void visit(Text text) {
                    title.append(text.getLiteral());
                }
            });
        }
        String text = title.toString().replace("&", "&amp;").replace("<", "&lt;");
        return (text.isEmpty() || text.equals("tuned")) ? "tuned" : text + " - tuned";
    }

    private void unzipJavadoc(String starter) throws IOException {
        Path target = repository.resolve(starter + "-starter/target");
        List<Path> jars;
        try (var found = Files.list(target)) {
            jars = found.filter(file -> file.getFileName().toString().endsWith("-javadoc.jar")).toList();
        }
        if (jars.size() != 1) {
            broken.add(target + " has " + jars.size() + " Javadoc jars: mvn -Prelease package makes one");
            return;
        }
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jars.get(0)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    Path file = site.resolve("api").resolve(starter).resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.copy(in, file);
                }
            }
        }
    }

    private String read(String file) {
        try {
            return Files.readString(repository.resolve(file));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void copy(String file) {
        try {
            write(file, Files.readString(repository.resolve(file)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = site.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text, StandardCharsets.UTF_8);
    }

    private static final String STYLE =
            """

            :root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --link: #0757ba; }
            @media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --link: #79b8ff; } }
            body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
            nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
            nav a[aria-current] { font-weight: 600; color: inherit; text-decoration: none; }
            main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
            a { color: var(--link); }
            img { max-width: 100%; }
            h1, h2, h3 { line-height: 1.25; margin-top: 2rem; }
            code { font: .875em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px; }
            pre { background: var(--soft); padding: 1rem; overflow-x: auto; border-radius: 6px; }
            pre code { padding: 0; }
            .table { overflow-x: auto; }
            table { border-collapse: collapse; }
            th, td { border: 1px solid var(--line); padding: .4rem .75rem; vertical-align: top; }
            th { background: var(--soft); text-align: left; }
            """;
}
