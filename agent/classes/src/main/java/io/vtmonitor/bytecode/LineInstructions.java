package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The instructions of the methods of one name, overloads included, as far as a line can tell them apart. */
public final class LineInstructions {
    private final List<Instruction> instructions;
    private final List<Loop> loops;

    private LineInstructions(List<Instruction> instructions, List<Loop> loops) {
        this.instructions = instructions;
        this.loops = loops;
    }

    /**
     * A place that a frame can stand at.
     *
     * @param descriptor the method's
     * @param access its flags
     * @param bytecodeIndex of the instruction
     */
    public record Spot(String descriptor, int access, int bytecodeIndex) {}

    /**
     * A class that an instruction asks for.
     *
     * @param className binary name, as the instruction has it
     * @param member the static field or method, which a type above that class may declare; empty if an object is made
     */
    public record Use(String className, String member) {
        private static Use of(String target, int opcode) {
            int end = opcode == Opcodes.NEW ? target.length() : target.lastIndexOf('.');
            String member = opcode == Opcodes.NEW ? "" : target.substring(end + 1);
            return new Use(target.substring(0, end).replace('/', '.'), member);
        }
    }

    /** From where a jump leads back to, to the jump; indices of instructions. */
    private record Loop(int first, int last) {
        boolean has(int index) {
            return first <= index && index <= last;
        }
    }

    /** @param target what is called, or the internal name of the class that is used; empty for others */
    private record Instruction(Spot spot, int line, int opcode, String target) {}

    /** Null if the class file can't be read. */
    public static @Nullable LineInstructions read(byte[] classFile, String method) {
        try {
            List<Instruction> found = new ArrayList<>();
            List<Loop> loops = new ArrayList<>();
            Reader reader = new Reader(classFile, method, found, loops);
            reader.accept(reader.chooser, ClassReader.SKIP_FRAMES);
            return new LineInstructions(found, loops);
        } catch (RuntimeException ignored) {
            return null;
        }
    }

    /**
     * Calls of that method; where the line has none, the calls that may lead there by a frame that stacks leave out,
     * such as a lambda's; without any of those, all calls.
     */
    public List<Spot> calls(int line, String callee) {
        List<Spot> named =
                spots(line, insn -> isCall(insn.opcode()) && insn.target().endsWith("." + callee));
        List<Spot> hidden = named.isEmpty() ? spots(line, LineInstructions::mayCallHidden) : named;
        return hidden.isEmpty() ? spots(line, insn -> isCall(insn.opcode())) : hidden;
    }

    public List<Spot> monitorEnters(int line) {
        return spots(line, insn -> insn.opcode() == Opcodes.MONITORENTER);
    }

    /** Those of methods that begin on that line. */
    public List<Spot> firstInstructions(int line) {
        return spots(line, insn -> insn.spot().bytecodeIndex() == 0);
    }

    /** Whether any method of that name has code. */
    public boolean hasCode() {
        return !instructions.isEmpty();
    }

    /** What can initialize a class; where nothing on the line can, its first instruction. */
    public List<Spot> anything(int line) {
        List<Spot> initializing = spots(line, LineInstructions::initializes);
        return initializing.isEmpty()
                ? spots(line, insn -> true).stream().limit(1).toList()
                : initializing;
    }

    /** What on the line may initialize a class. */
    public Set<Use> uses(int line) {
        return at(line).stream()
                .filter(LineInstructions::initializes)
                .map(insn -> Use.of(insn.target(), insn.opcode()))
                .collect(Collectors.toSet());
    }

    /** Calls that may lead to frames which stacks leave out: lambdas, method handles. */
    public boolean mayCallHidden(int line) {
        return at(line).stream().anyMatch(LineInstructions::mayCallHidden);
    }

    private static boolean mayCallHidden(Instruction insn) {
        return insn.opcode() == Opcodes.INVOKEDYNAMIC
                || insn.opcode() == Opcodes.INVOKEINTERFACE
                || (insn.opcode() == Opcodes.INVOKEVIRTUAL && insn.target().startsWith("java/lang/invoke/"));
    }

    /** Whether code can stay on that line, or come by repeatedly, without leaving the method. */
    public boolean loops(int line) {
        return at(line).stream()
                .mapToInt(instructions::indexOf)
                .anyMatch(index -> loops.stream().anyMatch(loop -> loop.has(index)));
    }

    private List<Spot> spots(int line, Predicate<Instruction> which) {
        return at(line).stream().filter(which).map(Instruction::spot).distinct().toList();
    }

    /** Where either side knows no lines, every instruction may be meant. */
    private List<Instruction> at(int line) {
        return line <= 0
                ? instructions
                : instructions.stream()
                        .filter(insn -> insn.line() == line || insn.line() == 0)
                        .toList();
    }

    private static boolean isCall(int opcode) {
        return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    }

    private static boolean initializes(Instruction insn) {
        return switch (insn.opcode()) {
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC, Opcodes.INVOKESTATIC, Opcodes.NEW -> true;
            default -> false;
        };
    }

    private static final class Reader extends ClassReader {
        private final ClassVisitor chooser;
        private int offset;

        Reader(byte[] classFile, String method, List<Instruction> found, List<Loop> loops) {
            super(classFile);
            chooser = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public @Nullable MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    return name.equals(method) ? new Code(access, descriptor, found, loops) : null;
                }
            };
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeIndex) {
            offset = bytecodeIndex;
        }

        private final class Code extends MethodVisitor {
            private final int access;
            private final String descriptor;
            private final List<Instruction> found;
            private final List<Loop> loops;
            private final Map<Label, Integer> passed = new HashMap<>();
            private int line;

            Code(int access, String descriptor, List<Instruction> found, List<Loop> loops) {
                super(Opcodes.ASM9);
                this.access = access;
                this.descriptor = descriptor;
                this.found = found;
                this.loops = loops;
            }

            @Override
            public void visitLabel(Label label) {
                passed.put(label, found.size());
            }

            @Override
            public void visitLineNumber(int number, Label start) {
                line = number;
            }

            @Override
            public void visitInsn(int opcode) {
                add(opcode, "");
            }

            @Override
            public void visitVarInsn(int opcode, int variable) {
                add(opcode, "");
            }

            @Override
            public void visitIntInsn(int opcode, int operand) {
                add(opcode, "");
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                add(opcode, "");
                Integer back = passed.get(label);
                if (back != null) {
                    loops.add(new Loop(back, found.size() - 1));
                }
            }

            @Override
            public void visitLdcInsn(Object value) {
                add(Opcodes.LDC, "");
            }

            @Override
            public void visitTypeInsn(int opcode, String type) {
                add(opcode, type);
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String type) {
                add(opcode, owner + "." + name);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
                add(opcode, owner + "." + name);
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
                add(Opcodes.INVOKEDYNAMIC, "." + name);
            }

            private void add(int opcode, String target) {
                found.add(new Instruction(new Spot(descriptor, access, offset), line, opcode, target));
            }
        }
    }
}
