/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.cache.Cache;
import org.springframework.cglib.proxy.MethodProxy;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.Notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

class LocalNearCacheTests {

    private final NearStore store = new NearStore(
            new Binder(new MapConfigurationPropertySource()).bindOrCreate("tuned.cache", NearSettings.class),
            "Redis",
            failure -> true,
            new Notifications(mock(InvalidationChannel.class)),
            () -> false,
            Executors.defaultThreadFactory());
    private final LocalNearCache cache = new LocalNearCache("manager", "products", store);
    private final ConcurrentMap<Object, Object> entries = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        store.close();
    }

    private void put(Runnable before) throws Throwable {
        Object[] arguments = {"1", "mine"};
        Method put = Cache.class.getMethod("put", Object.class, Object.class);
        MethodProxy spring = mock(MethodProxy.class);
        when(spring.invokeSuper(any(), any())).then(call -> {
            before.run();
            return entries.put("1", "mine");
        });
        cache.setEntries(entries);
        cache.intercept(this, put, arguments, spring);
    }

    @Test
    void whatIsPutIsKept() throws Throwable {
        put(() -> {});

        assertThat(entries).containsEntry("1", "mine");
    }

    /** Its notification finds nothing to evict yet. */
    @Test
    void changeOfAnotherInstanceDuringAPutIsNotOverwritten() throws Throwable {
        Key key = new Key("products\0String\0001".getBytes(StandardCharsets.UTF_8));
        put(() -> store.changed(new Notification(UUID.randomUUID(), key, false)));

        assertThat(entries).isEmpty();
    }
}
