/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.util.List;

import com.example.caching.neighbours.Library.AuthorView;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.factory.Mappers;

/** What MapStruct makes of an entity. */
@Mapper
interface AuthorMapper {

    AuthorMapper INSTANCE = Mappers.getMapper(AuthorMapper.class);

    @Mapping(target = "books", expression = "java(author.getBooks().size())")
    AuthorView view(Author author);

    List<AuthorView> views(List<Author> authors);
}
