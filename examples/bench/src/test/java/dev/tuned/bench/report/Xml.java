/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.io.StringReader;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Reads what the reports write. */
public final class Xml {

    private Xml() {}

    public static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml.strip())));
    }

    public static Stream<String> attributes(Element element) {
        return IntStream.range(0, element.getAttributes().getLength())
                .mapToObj(index -> element.getAttributes().item(index).getNodeValue());
    }

    public static Stream<Element> children(Element element) {
        return IntStream.range(0, element.getChildNodes().getLength())
                .mapToObj(element.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }
}
