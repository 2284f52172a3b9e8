/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Finds classes whose methods may give {@code this} to others: as an argument, as a result, or in a field or array. Behind a proxy
 * these others would hold another object than everybody else. What lambdas and inner classes do with it does not count.
 *
 * <p>It counts: a method that loads {@code this}, or another object of the class, more often than it calls methods or uses fields
 * of one, does something else with it. So a class that compares or locks {@code this} counts, too.
 */
final class HandsOutThis extends ClassVisitor {

    private final Type type;
    private @Nullable String superName;
    private boolean found;

    private HandsOutThis(Type type) {
        super(SpringAsmInfo.ASM_VERSION);
        this.type = type;
    }

    /** Asks the class and those above it, but for the JDK's and Spring's. A class that cannot be read counts as one that does. */
    static boolean by(Class<?> type) {
        for (Class<?> each = type; each != null && !isLibrary(each.getName()); each = each.getSuperclass()) {
            Type name = Type.getType(each);
            ClassLoader loader = each.getClassLoader();
            try (InputStream file =
                    loader == null ? null : loader.getResourceAsStream(name.getInternalName() + ".class")) {
                if (file == null) {
                    return true;
                }
                HandsOutThis finder = new HandsOutThis(name);
                new ClassReader(file).accept(finder, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
                if (finder.found) {
                    return true;
                }
            } catch (IOException | RuntimeException ex) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLibrary(String name) {
        return name.startsWith("java.") || name.startsWith("org.springframework.");
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superClass,
            String @Nullable [] interfaces) {
        superName = superClass;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        if ((access & Opcodes.ACC_STATIC) != 0) {
            return null;
        }
        // An argument of the class cannot be told from others where it is loaded.
        found |= count(Type.getArgumentTypes(descriptor)) > 0;
        return new Uses(name.equals("<init>"));
    }

    private int count(Type... types) {
        return (int) Arrays.stream(types)
                .filter(each -> (each.getSort() == Type.ARRAY ? each.getElementType() : each).equals(type))
                .count();
    }

    private boolean isOwn(String owner) {
        return owner.equals(type.getInternalName());
    }

    private final class Uses extends MethodVisitor {

        /** Whether the constructor above has not been called yet. */
        private boolean unconstructed;

        private int loaded;
        private int used;
        private boolean justLoaded;

        Uses(boolean constructor) {
            super(SpringAsmInfo.ASM_VERSION);
            this.unconstructed = constructor;
        }

        private void load(int count) {
            loaded += count;
            justLoaded = count > 0;
        }

        @Override
        public void visitEnd() {
            found |= loaded > used;
        }

        @Override
        public void visitVarInsn(int opcode, int varIndex) {
            load(opcode == Opcodes.ALOAD && varIndex == 0 ? 1 : 0);
        }

        @Override
        public void visitInsn(int opcode) {
            load(opcode == Opcodes.DUP && justLoaded ? 1 : 0);
        }

        @Override
        public void visitTypeInsn(int opcode, String name) {
            load(opcode == Opcodes.INSTANCEOF ? 0 : count(Type.getObjectType(name)));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (isOwn(owner) && (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD)) {
                used++;
            }
            boolean get = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
            load(get ? count(Type.getType(descriptor)) : 0);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("<init>")) {
                construct(owner, descriptor);
            } else if (opcode == Opcodes.INVOKESPECIAL || (isOwn(owner) && opcode != Opcodes.INVOKESTATIC)) {
                used++;
            }
            load(count(Type.getReturnType(descriptor)));
        }

        private void construct(String owner, String descriptor) {
            if (isOwn(owner) || (unconstructed && owner.equals(superName))) {
                unconstructed = false;
                used++;
            } else if (owner.startsWith(type.getInternalName() + "$")) {
                used += count(Type.getArgumentTypes(descriptor));
            }
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... bootstrapArguments) {
            used += count(Type.getArgumentTypes(descriptor));
            load(0);
        }

        @Override
        public void visitLdcInsn(Object value) {
            load(0);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            load(0);
        }
    }
}
