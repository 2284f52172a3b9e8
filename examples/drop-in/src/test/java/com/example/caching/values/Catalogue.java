/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.caching.values.Shapes.Circle;
import com.example.caching.values.Shapes.Point;
import com.example.caching.values.Shapes.Text;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/** Methods whose results are cached, by what they declare to return. Counts its calls. */
@Service
public class Catalogue {

    private final AtomicInteger calls = new AtomicInteger();

    public int calls() {
        return calls.get();
    }

    private <T> T called(T value) {
        calls.incrementAndGet();
        return value;
    }

    @Cacheable("saved")
    public Point saved(String id) {
        return called(new Point(id.length(), 1));
    }

    @Cacheable("names")
    public Set<Object> names(String id) {
        return called(new TreeSet<>(List.of(id, "z", "y")));
    }

    @Cacheable("shape")
    public Text shape(String id) {
        return called(new Circle(id, 5));
    }
}
