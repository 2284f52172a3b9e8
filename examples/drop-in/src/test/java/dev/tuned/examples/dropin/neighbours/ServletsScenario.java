/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.servlets.ServletsApplication;

import dev.tuned.examples.dropin.Application;

/** Servlets beside Spring MVC: one with a multipart configuration of its own, one with none, and Jersey. */
class ServletsScenario extends UploadNeighboursScenario {

    @Override
    public Application application() {
        return uploads(
                ServletsApplication.class,
                "spring-boot-starter-jersey",
                "org.glassfish.jersey.media:jersey-media-multipart");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.past(
                "own servlet",
                () -> {
                    uploader.send(Form.multipart("/own/parts?field=query", 5_000));
                    uploader.send(Form.multipart("/own/parameters?field=query", 5_000));
                    uploader.send(Form.multipart("/own/written", 5_000));
                    uploader.send(Form.multipart("/own/written", 1_300_000));
                    uploader.send(Form.multipart("/own/parts", 2_200_000));
                    uploader.send(Form.multipart("/own/parts", 5_000).cutOff());
                    uploader.send(Form.urlencoded("/own/parameters?field=query", "field=first"));
                },
                "own servlet\n",
                "written 5000");
        uploader.pastLeftToStock(
                "servlet without multipart configuration",
                () -> {
                    uploader.send(Form.urlencoded("/plain/form?field=query", "field=first&other=%C3%A4"));
                    uploader.send(Form.multipart("/plain/parts?field=query", 5_000));
                    uploader.send(Form.multipart("/plain/parts", 1_300_000));
                },
                "plain servlet\n");
        uploader.pastLeftToStock(
                "Jersey",
                () -> {
                    uploader.send(Form.urlencoded("/jersey/form?query=1", "field=first&field=second"));
                    uploader.send(Form.multipart("/jersey/files?field=query", 5_000));
                    uploader.send(Form.multipart("/jersey/files", 1_300_000));
                    uploader.send(Form.multipart("/jersey/stream", 1_300_000));
                    uploader.send(Form.multipart("/jersey/files", 5_000).cutOff());
                },
                "Jersey: 'before'");
        uploader.past("Spring MVC beside", () -> uploader.usual("/mvc"), "POST http://localhost/mvc/files");
    }
}
