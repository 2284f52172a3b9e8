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
        events.append("<event name=\"%s\">\n<setting name=\"enabled\">true</setting>\n".formatted(name));
        for (int i = 0; i < settings.length; i += 2) {
            String value =
                    settings[i + 1].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            events.append("<setting name=\"%s\">%s</setting>\n".formatted(settings[i], value));
        }
        events.append("</event>\n");
        return this;
    }

    String xml() {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n" + events
                + "</configuration>\n";
    }
}
