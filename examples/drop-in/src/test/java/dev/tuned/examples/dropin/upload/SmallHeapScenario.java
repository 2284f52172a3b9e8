/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.example.uploads.UploadsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;

/** 150 uploads of 1 MB at the same time, all of them half sent before any is completed, to an application with 64 MB. */
class SmallHeapScenario extends UploadsScenario {

    private static final int CLIENTS = 150;
    private static final int TIMEOUT_MILLIS = 20_000;

    @Override
    public Application application() {
        return Application.of(UploadsApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .jvmOptions("-Xmx64m", "-XX:+ExitOnOutOfMemoryError");
    }

    @Override
    public boolean sideBySide() {
        return false;
    }

    @Override
    void use(Session session) throws Exception {
        int port = session.application().port();
        Recording recording = session.recording();
        byte[] request = request();
        CountDownLatch halfSent = new CountDownLatch(CLIENTS);
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<Socket> sockets = new ArrayList<>();
        List<Future<String>> answers = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                answers.add(clients.submit(() -> send(socket, port, request, halfSent)));
            }
            int good = 0;
            for (Future<String> answer : answers) {
                good += answer.get(1, TimeUnit.MINUTES).startsWith("HTTP/1.1 200 ") ? 1 : 0;
            }
            recording.add("uploads of 1 MB", "answers", good == CLIENTS ? "all 200" : "not all 200");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            clients.shutdownNow();
        }
        try {
            RawHttp.get(port, "/hello").recordAs("request afterwards", recording);
        } catch (IOException ex) {
            recording.add("request afterwards", "status", ex.getClass().getName());
        }
    }

    private static byte[] request() {
        Upload form = Upload.form("", 1 << 20);
        String head = "POST /style/copied HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + form.head()
                + "Content-Length: " + form.body().length + "\r\n\r\n";
        return (head + new String(form.body(), StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String send(Socket socket, int port, byte[] request, CountDownLatch halfSent) {
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.setSoTimeout(TIMEOUT_MILLIS);
            try {
                socket.getOutputStream().write(request, 0, request.length / 2);
            } finally {
                halfSent.countDown();
            }
            halfSent.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            socket.getOutputStream().write(request, request.length / 2, request.length - request.length / 2);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException | InterruptedException ex) {
            return ex.toString();
        }
    }
}
