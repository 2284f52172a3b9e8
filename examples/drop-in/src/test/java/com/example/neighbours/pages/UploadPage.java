/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.pages;

import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.basic.Label;
import org.apache.wicket.markup.html.form.StatelessForm;
import org.apache.wicket.markup.html.form.upload.FileUpload;
import org.apache.wicket.markup.html.form.upload.FileUploadField;
import org.apache.wicket.model.Model;
import org.apache.wicket.request.mapper.parameter.PageParameters;
import org.springframework.util.DigestUtils;

/** A form that keeps no state, and says what came. */
public class UploadPage extends WebPage {

    private static final long serialVersionUID = 1L;

    private final Label said = new Label("said", Model.of("wicket: nothing came"));

    public UploadPage(PageParameters parameters) {
        super(parameters);
        FileUploadField file = new FileUploadField("file");
        StatelessForm<Void> form = new StatelessForm<>("upload") {
            private static final long serialVersionUID = 1L;

            @Override
            protected void onSubmit() {
                FileUpload upload = file.getFileUpload();
                said.setDefaultModelObject("wicket: " + upload.getClientFileName() + " " + upload.getSize() + " "
                        + DigestUtils.md5DigestAsHex(upload.getBytes()));
            }
        };
        form.setMultiPart(true);
        form.add(file);
        add(form, said);
    }
}
