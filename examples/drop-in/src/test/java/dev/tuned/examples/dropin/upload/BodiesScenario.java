/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

/** Every request of the corpus, to controllers that show all there is of it. */
class BodiesScenario extends UploadsScenario {

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    void use(Session session) throws Exception {
        for (Upload upload : Corpus.all()) {
            session.send(upload, "/");
        }
    }
}
