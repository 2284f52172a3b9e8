/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;

/** What the caches of an application are in. */
public interface Store {

    /** Properties of the application. */
    List<String> properties();

    /** Spring Boot's auto-configurations that it needs. */
    Class<?> configuration();

    /** Deletes all. */
    void clear();

    /** Whether its caches serve methods that return futures. */
    boolean hasFutures();

    /** Whether the instances of an application share its entries. */
    default boolean isShared() {
        return true;
    }

    /** Neither Redis nor Couchbase. */
    static Store nothing() {
        return new Store() {
            @Override
            public List<String> properties() {
                return List.of("spring.cache.type=none");
            }

            @Override
            public Class<?> configuration() {
                return NearApplication.Nothing.class;
            }

            @Override
            public void clear() {}

            @Override
            public boolean hasFutures() {
                return false;
            }
        };
    }

    /** Caches in the application's own process, and this for notifications alone. */
    default Store local(String type) {
        Store far = this;
        return new Store() {
            @Override
            public List<String> properties() {
                return far.properties().stream()
                        .map(property ->
                                property.startsWith("spring.cache.type") ? "spring.cache.type=" + type : property)
                        .toList();
            }

            @Override
            public Class<?> configuration() {
                return far.configuration();
            }

            @Override
            public void clear() {
                far.clear();
            }

            @Override
            public boolean hasFutures() {
                return type.equals("simple");
            }

            @Override
            public boolean isShared() {
                return false;
            }
        };
    }
}
