/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.util.ServerInfo;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.util.DigestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** What the starter relies on in Tomcat, by the code of the methods that were read: where one changes, read it again. */
class TomcatRequestTests {

    private static final Map<Class<?>, List<String>> METHODS = Map.of(
            Request.class,
            List.of("getParts", "parseParts", "doParseParameters", "parseParameters", "finishRequest", "recycle"),
            CoyoteAdapter.class,
            List.of("service", "asyncDispatch", "log"),
            Connector.class,
            List.of("createRequest", "createResponse", "initInternal"));

    /** By a digest of what their code does, in the versions that were read: 11.0.22, and last 11.0.27 where it differs. */
    private static final List<String> READ = List.of(
            "Connector.createRequest 06bd8b295e916d717956d6131e1bf504",
            "Connector.createResponse 12cd9a4800c232383547312f0ca76fb7",
            "Connector.initInternal 61d3138194658e92a1a1d55d1db91a8e",
            "CoyoteAdapter.asyncDispatch 37b3803f5c85a17ee413def94f5053eb",
            "CoyoteAdapter.log a70c920dc0693cccc4bf926ca21105c9",
            "CoyoteAdapter.service 093a6b256a11f5f7eb16c7b408b57eb2",
            "Request.doParseParameters 4416f90dc5fb98967b6bbfa2c1e6fc07",
            "Request.finishRequest 61f9a5bf9a55016a677a352c2af0e81f",
            "Request.getParts c2b47eb7ddaaaa0203b690999448854d",
            "Request.parseParameters 786f1ca7ea2f2fa03011590d22331897",
            "Request.parseParts d4eeaa4d3312c83343d8d89fcdb01c84",
            "Request.recycle 535f408ed4fcad30e13babaa16664fce",
            // The cause of an exception; a limit of locales; a name of a file that is none.
            "Connector.initInternal 071019a044ed34a262f49e03185787c1",
            "Request.recycle a421e7678330c222d319ec60d2791b6b",
            "Request.parseParts f8209de190c66a94606bff61442741c7");

    @Test
    void methodsOfTomcatAreThoseThatWereRead() throws IOException {
        List<String> found = new ArrayList<>();
        for (Map.Entry<Class<?>, List<String>> type : METHODS.entrySet()) {
            for (String method : type.getValue()) {
                found.add(type.getKey().getSimpleName() + "." + method + " "
                        + DigestUtils.md5DigestAsHex(code(type.getKey(), method).getBytes(StandardCharsets.UTF_8)));
            }
        }
        assertThat(READ).as(ServerInfo.getServerNumber()).containsAll(found);
    }

    @Test
    void requestOfTomcatIsKnown() {
        assertThat(TomcatConnectors.isKnown(Request.class)).isTrue();
        assertThat(TomcatConnectors.isKnown(Object.class)).isFalse();
    }

    private static String code(Class<?> type, String method) throws IOException {
        StringBuilder code = new StringBuilder();
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            new ClassReader(in).accept(new CodeOf(method, code), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
        assertThat(code).as(method).isNotEmpty();
        return code.toString();
    }

    /** Notes what a method does, but for its constants. */
    private static final class CodeOf extends ClassVisitor {

        private final String method;

        private final StringBuilder code;

        CodeOf(String method, StringBuilder code) {
            super(SpringAsmInfo.ASM_VERSION);
            this.method = method;
            this.code = code;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if (!name.equals(method)) {
                return null;
            }
            code.append(access).append(descriptor);
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {

                @Override
                public void visitInsn(int opcode) {
                    code.append('\n').append(opcode);
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String type) {
                    code.append('\n').append(opcode).append(owner).append(field).append(type);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                    code.append('\n')
                            .append(opcode)
                            .append(owner)
                            .append(called)
                            .append(type);
                }

                @Override
                public void visitJumpInsn(int opcode, Label label) {
                    code.append('\n').append(opcode);
                }

                @Override
                public void visitVarInsn(int opcode, int variable) {
                    code.append('\n').append(opcode).append(variable);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    code.append('\n').append(opcode).append(type);
                }

                @Override
                public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
                    code.append('\n').append(type);
                }
            };
        }
    }
}
