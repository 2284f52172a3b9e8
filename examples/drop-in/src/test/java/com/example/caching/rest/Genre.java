/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.rest;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.Cacheable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** In Hibernate's second-level cache, with its titles, which are loaded when they are read. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Genre {

    @Id
    private long id;

    private String name;

    @ElementCollection
    @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
    private List<String> titles = new ArrayList<>();

    protected Genre() {}

    Genre(long id, String name, List<String> titles) {
        this.id = id;
        this.name = name;
        this.titles.addAll(titles);
    }

    public long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public List<String> getTitles() {
        return titles;
    }
}
