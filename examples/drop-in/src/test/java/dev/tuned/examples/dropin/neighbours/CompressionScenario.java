/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.site.SiteApplication;

import dev.tuned.examples.dropin.Application;

/** Tomcat compresses, for clients and types that it may. */
class CompressionScenario extends FileNeighboursScenario {

    @Override
    public Application application() {
        return files(SiteApplication.class).arguments("--server.compression.enabled=true");
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.pastFor(
                "encoded",
                "compression",
                () -> {
                    for (String path : new String[] {"/files", "/class-path", "/fixed/v7"}) {
                        downloader.send("GET " + path + "/300k.txt", "Accept-Encoding: gzip");
                        downloader.send("GET " + path + "/47k.txt", "Accept-Encoding: br, gzip");
                        downloader.send("HEAD " + path + "/300k.txt", "Accept-Encoding: gzip");
                    }
                },
                "Content-Encoding: gzip");
        downloader.past("compression, all requests", () -> downloader.usual("/files"), "Content-Encoding: gzip");
        downloader.past(
                "compression, other types",
                () -> {
                    for (String request : new String[] {
                        "GET /files/300k.bin",
                        "HEAD /files/300k.bin",
                        "GET /files/300k.bin || Range: bytes=1-60000",
                        "GET /files/300k.bin || Range: bytes=0-99,200-299"
                    }) {
                        downloader.send(request, "Accept-Encoding: gzip");
                    }
                },
                " 206");
        downloader.past(
                "compression and ETags",
                () -> {
                    downloader.usual("/content");
                    downloader.all(downloader.get("/link?to=/content/49k.txt").body());
                },
                "Content-Encoding: gzip");
        downloader.past(
                "compression of what is encoded",
                () -> downloader.all("/encoded/49k.txt"),
                "Content-Encoding: br",
                "Content-Encoding: gzip");
    }
}
