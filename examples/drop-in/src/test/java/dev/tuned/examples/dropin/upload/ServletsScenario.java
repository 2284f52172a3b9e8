/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.example.uploadservlets.ServletsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;

/** Servlets with limits of their own or no multipart configuration, a second Spring MVC, filters that read first. */
class ServletsScenario extends UploadsScenario {

    private static final List<String> PATHS = List.of(
            "large/x",
            "small/x",
            "without/x?x=query",
            "without-parts/x",
            "streaming/x",
            "forwarding",
            "second/all",
            "all",
            "parameters-first/all",
            "parameters-first/files",
            "parameters-earliest/all",
            "parameters-earliest/files",
            "parameters-last/all",
            "parameters-last/files",
            "parts-first/all",
            "parts-first/files",
            "body-first/all",
            "body-first/files",
            "cached/all",
            "cached/files",
            "wrapped/all",
            "wrapped/files",
            "answering/all",
            "catching/all",
            "catching/files",
            "catching/absent");

    @Override
    public Application application() {
        return logging(Application.of(ServletsApplication.class, ClassPath.of("spring-boot-starter-webmvc")));
    }

    @Override
    void use(Session session) throws Exception {
        Map<String, Upload> uploads = new LinkedHashMap<>();
        uploads.put("form", Upload.form("", 20));
        uploads.put("file of 1500 bytes", Upload.form("", 1_500));
        uploads.put("file of 1.2 MB", Upload.form("", 1_200_000));
        Upload form = uploads.get("form");
        byte[] cut = new String(form.body(), 0, form.body().length - 30).getBytes();
        uploads.put("cut off", new Upload("", List.of(), form.head(), cut));
        byte[] fields = "field=value&x=y".getBytes();
        uploads.put(
                "urlencoded", new Upload("", List.of(), "Content-Type: application/x-www-form-urlencoded\r\n", fields));
        for (String path : PATHS) {
            for (Map.Entry<String, Upload> entry : uploads.entrySet()) {
                Upload upload = entry.getValue();
                String name = entry.getKey() + " to " + path;
                session.sendTo("/" + path, new Upload(name, List.of(), upload.head(), upload.body()));
            }
        }
        for (int size : new int[] {1 << 20, (1 << 20) + 1, 2_000_000, 3_000_000}) {
            session.sendTo("/large/x", Upload.form("file of " + size + " to large", size));
            if (size < 2_000_000) {
                session.sendTo("/all", Upload.form("file of " + size + " to all", size));
            }
        }
    }
}
