/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import org.hibernate.Hibernate;

/** An entity with books that are loaded when they are read, and these with tags. */
@Entity
public class Author {

    @Id
    private long id;

    private String name;

    @OneToMany(cascade = CascadeType.ALL)
    private List<Book> books = new ArrayList<>();

    protected Author() {}

    Author(long id, int books) {
        this.id = id;
        this.name = "author " + id;
        IntStream.range(0, books).forEach(i -> this.books.add(new Book(id * 100 + i)));
    }

    public String getName() {
        return name;
    }

    public List<Book> getBooks() {
        return books;
    }

    boolean booksAreLoaded() {
        return Hibernate.isInitialized(books);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Author author && author.id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    /** With tags that are loaded when they are read. */
    @Entity
    public static class Book {

        @Id
        private long id;

        @ElementCollection
        private List<String> tags = new ArrayList<>();

        protected Book() {}

        Book(long id) {
            this.id = id;
            tags.add("tag " + id);
        }
    }
}
