/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.autoconfigure.SettingsCheck;

/** Settings by the names of their properties, as they would be written there. */
final class SettingsText {

    private SettingsText() {}

    static Map<String, String> of(RegionSettings settings) {
        Map<String, String> text = new LinkedHashMap<>();
        RegionSettings.Local l1 = settings.local();
        text.put("l1.maximum-size", String.valueOf(l1.maximumSize()));
        text.put("l1.ttl", SettingsCheck.text(l1.ttl()));
        text.put("l1.jitter", String.valueOf(l1.jitter()));
        text.put("l1.refresh-ahead", String.valueOf(l1.refreshAhead()));
        RegionSettings.Remote l2 = settings.remote();
        text.put("l2.enabled", String.valueOf(l2.enabled()));
        text.put("l2.ttl", SettingsCheck.text(l2.ttl()));
        text.put("l2.soft-timeout", SettingsCheck.text(l2.softTimeout()));
        text.put("l2.hard-timeout", SettingsCheck.text(l2.hardTimeout()));
        text.put("l2.verified-share", String.valueOf(l2.verifiedShare()));
        if (l2.documentId() != null) {
            text.put("l2.document-id", l2.documentId());
        }
        text.put("stale-if-error", SettingsCheck.text(settings.staleIfError()));
        text.put("negative-ttl", SettingsCheck.text(settings.negativeTtl()));
        text.put("schema-version", String.valueOf(settings.schemaVersion()));
        if (settings.taskDecorator() != null) {
            text.put("task-decorator", settings.taskDecorator());
        }
        if (settings.valueType() != null) {
            text.put("value-type", settings.valueType());
        }
        return text;
    }
}
