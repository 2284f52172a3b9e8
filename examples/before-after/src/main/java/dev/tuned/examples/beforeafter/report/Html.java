/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

/** Escapes text for HTML. */
final class Html {

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    static String element(String name, String type, String text) {
        return "<" + name + " class=\"" + type + "\">" + escape(text) + "</" + name + ">";
    }
}
