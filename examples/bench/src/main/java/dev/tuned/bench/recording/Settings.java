/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

/** The events of a flight recording. */
public final class Settings {

    private final StringBuilder events = new StringBuilder();

    /**
     * Adds an event.
     *
     * @param name such as {@code jdk.FileWrite}
     * @param settings names and values in turn
     */
    public Settings event(String name, String... settings) {
        events.append("<event name=\"").append(name).append("\">\n<setting name=\"enabled\">true</setting>\n");
        for (int i = 0; i < settings.length; i += 2) {
            events.append("<setting name=\"")
                    .append(settings[i])
                    .append("\">")
                    .append(settings[i + 1]
                            .replace("&", "&amp;")
                            .replace("<", "&lt;")
                            .replace(">", "&gt;"))
                    .append("</setting>\n");
        }
        events.append("</event>\n");
        return this;
    }

    String xml() {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n" + events
                + "</configuration>\n";
    }
}
