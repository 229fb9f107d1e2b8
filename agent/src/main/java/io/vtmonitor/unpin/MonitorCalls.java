package io.vtmonitor.unpin;

import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/** The methods that need the monitor of an object. */
final class MonitorCalls {
    private static final Set<String> OF_OBJECT =
            Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

    private MonitorCalls() {}

    /** They are final in {@code Object}: whatever class a call names, it is them. */
    static boolean is(int opcode, String owner, String name, String descriptor) {
        return opcode == Opcodes.INVOKESTATIC
                ? owner.equals("java/lang/Thread") && name.equals("holdsLock")
                : OF_OBJECT.contains(name + descriptor);
    }

    static boolean is(Handle handle) {
        return handle.getTag() == Opcodes.H_INVOKESTATIC
                ? is(Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc())
                : OF_OBJECT.contains(handle.getName() + handle.getDesc());
    }

    /** The runtime's method that stands for it. */
    static String substitute(String name) {
        return switch (name) {
            case "wait" -> "await";
            case "notify" -> "signal";
            case "notifyAll" -> "signalAll";
            default -> "holds";
        };
    }

    /** As a static method: the object comes as the first argument. */
    static String substituteDescriptor(String name, String descriptor) {
        return name.equals("holdsLock") ? descriptor : "(Ljava/lang/Object;" + descriptor.substring(1);
    }
}
