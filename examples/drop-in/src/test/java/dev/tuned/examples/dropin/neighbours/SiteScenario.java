/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.site.SiteApplication;

import dev.tuned.examples.dropin.Application;

/** What Spring has for static files: versions, links, encodings, transformers, ETags; its kinds of locations; a compressing filter. */
class SiteScenario extends FileNeighboursScenario {

    @Override
    public Application application() {
        return files(SiteApplication.class);
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.past("files", () -> downloader.usual("/files"), "HTTP/1.1 206", "HTTP/1.1 416");
        downloader.past("file-system location", () -> downloader.usual("/file-system"), "HTTP/1.1 206");
        downloader.past("URL location", () -> downloader.usual("/url"), "HTTP/1.1 206");
        downloader.past("class-path location", () -> downloader.usual("/class-path"), "HTTP/1.1 206");
        downloader.pastFor("not-a-file", "class path in a jar", () -> downloader.all("/jar/spring-mvc.xsd"), " 206");
        downloader.pastFor("wrapped", "ETag", () -> downloader.usual("/tagged"), "ETag: \"0", "HTTP/1.1 304");
        downloader.pastFor(
                "wrapped",
                "compressing filter",
                () -> {
                    downloader.send("GET /gzipped/49k.txt", "Accept-Encoding: gzip");
                    downloader.send("GET /gzipped/47k.txt", "Accept-Encoding: gzip");
                    downloader.send("HEAD /gzipped/300k.txt", "Accept-Encoding: gzip");
                },
                "Content-Encoding: gzip");
        downloader.past("compressing filter, other requests", () -> downloader.usual("/gzipped"), "HTTP/1.1 206");
        downloader.past(
                "content version",
                () -> {
                    downloader.all(downloader.get("/link?to=/content/49k.txt").body());
                    downloader.usual("/content");
                    downloader.send("GET /content/49k-0123456789abcdef0123456789abcdef.txt");
                },
                "/content/49k-");
        downloader.past(
                "fixed version",
                () -> {
                    downloader.get("/link?to=/fixed/300k.txt");
                    downloader.usual("/fixed/v7");
                    downloader.usual("/fixed");
                },
                "/fixed/v7/300k.txt");
        downloader.past(
                "encoded", () -> downloader.usual("/encoded"), "Content-Encoding: br", "Content-Encoding: gzip");
        downloader.past(
                "encoded and versioned",
                () -> {
                    downloader.all(
                            downloader.get("/link?to=/encoded-content/49k.txt").body());
                    downloader.all("/encoded-content/49k.txt");
                },
                "/encoded-content/49k-",
                "Content-Encoding: br");
        downloader.pastLeftToStock(
                "links in style sheets",
                () -> {
                    downloader.all("/styled/style.css");
                    downloader.all(downloader.get("/link?to=/styled/style.css").body());
                },
                "url(\"/styled/app-");
        downloader.past("beside style sheets", () -> downloader.usual("/styled"), "HTTP/1.1 206");
        downloader.pastFor(
                "not-a-file",
                "transformer",
                () -> {
                    downloader.usual("/upper-case");
                    downloader.all("/upper-case/app.js");
                },
                "THIS IS APP.JS");
    }

    @Override
    boolean inDetail() {
        return false;
    }

    /** The only one of them: it has most neighbours. */
    @Override
    public boolean inSlice() {
        return true;
    }
}
