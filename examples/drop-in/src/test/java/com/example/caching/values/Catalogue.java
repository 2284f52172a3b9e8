/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.example.caching.values.Shapes.Circle;
import com.example.caching.values.Shapes.Point;
import com.example.caching.values.Shapes.Text;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/** Methods whose results are cached, by what they declare to return. */
@Service
public class Catalogue {

    private int calls;

    @Cacheable("saved")
    public Point saved(String id, String name) {
        return new Point(id.length(), name.length());
    }

    @Cacheable("list")
    public Set<Object> list(String id) {
        return new TreeSet<>(List.of(id, "z", "y"));
    }

    @Cacheable("shape")
    public Text shape(String id) {
        return new Circle(id, 5);
    }

    @Cacheable("counted")
    public String counted(String id) {
        return id + ++calls;
    }

    @CacheEvict("other")
    public void stored() {}
}
