/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.io.Resource;
import org.springframework.util.FileCopyUtils;
import org.springframework.web.servlet.resource.ResourceTransformer;
import org.springframework.web.servlet.resource.ResourceTransformerChain;
import org.springframework.web.servlet.resource.TransformedResource;

/** Changes what is in a file on its way to the client. */
class UpperCaseTransformer implements ResourceTransformer {

    @Override
    public Resource transform(HttpServletRequest request, Resource resource, ResourceTransformerChain chain)
            throws IOException {
        Resource file = chain.transform(request, resource);
        String text = new String(FileCopyUtils.copyToByteArray(file.getInputStream()), StandardCharsets.ISO_8859_1);
        return new TransformedResource(file, text.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1));
    }
}
