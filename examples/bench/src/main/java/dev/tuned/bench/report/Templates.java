/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;

/** Fills templates: those that lie beside this class, and others by their absolute names in the class path. */
public final class Templates {

    private static final Mustache.Compiler COMPILER = Mustache.compiler()
            .nullValue("")
            .emptyStringIsFalse(true)
            .withEscaper(text -> Escapers.HTML.escape(withoutControls(text)))
            .withLoader(Templates::open);

    private Templates() {}

    /** Fills a template; what is filled in is escaped, unless the name ends with {@code .txt}. */
    public static String fill(String name, Object view) {
        Mustache.Compiler compiler = name.endsWith(".txt")
                ? COMPILER.escapeHTML(false)
                : name.endsWith(".md") ? COMPILER.withEscaper(Templates::markdown) : COMPILER;
        return compiler.loadTemplate(name).execute(view);
    }

    /** Text on one line that Markdown takes neither for the end of a cell nor for markup. */
    public static String markdown(String text) {
        return text.replaceAll("[\\\\|*_`]", "\\\\$0").replace("<", "&lt;").replaceAll("\\R", " ");
    }

    /** XML has no way to write most control characters. */
    private static String withoutControls(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "�");
    }

    private static Reader open(String name) {
        InputStream template = Templates.class.getResourceAsStream(name + ".mustache");
        return new InputStreamReader(Objects.requireNonNull(template, name), StandardCharsets.UTF_8);
    }
}
