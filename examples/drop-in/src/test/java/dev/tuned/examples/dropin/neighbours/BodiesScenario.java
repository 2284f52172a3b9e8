/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.bodies.BodiesApplication;

import dev.tuned.examples.dropin.Application;

/** Filters that copy bodies, log them, or read parts and parameters before the handler or after it. */
class BodiesScenario extends UploadNeighboursScenario {

    @Override
    public Application application() {
        return uploads(BodiesApplication.class)
                .arguments("--logging.level.org.springframework.web.filter.CommonsRequestLoggingFilter=debug");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.past("copying filter", () -> uploader.usual("/copied"), "copied 1300");
        uploader.past(
                "copying filter that asks for parameters",
                () -> uploader.usual("/copied-later"),
                "copied '' behind 3 parameters");
        uploader.past(
                "request logging",
                () -> uploader.usual("/logged"),
                "Before request [POST /logged/form?field=query",
                "payload=field=query&field=first");
        uploader.past("content caching", () -> uploader.usual("/cached"), "cached '' and 3 parameters");
        uploader.past("scanner of parts", () -> uploader.usual("/scanned"), "scanned file 5000", "afterwards file");
        uploader.past("request listener", () -> uploader.usual("/listened"), "ended with\nparameter 'field'");
        uploader.past(
                "tag of the meter of requests",
                () -> uploader.usual("/observed"),
                "field=\"query\"",
                "field=\"before\"");
    }

    /** The only one of them: it has most neighbours. */
    @Override
    public boolean inSlice() {
        return true;
    }
}
