package io.vtmonitor.unpin.flow;

import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The methods that need the monitor of an object. */
public final class MonitorCalls {
    private static final Set<String> OF_OBJECT =
            Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

    private static final Set<String> NAMES = Set.of("wait", "notify", "notifyAll");
    private static final String TIME_UNIT = "java/util/concurrent/TimeUnit";
    private static final String TIMED_WAIT = "timedWait";

    private MonitorCalls() {}

    /** They are final in {@code Object}: whatever class a call names, it is them. */
    static boolean is(int opcode, String owner, String name, String descriptor) {
        return opcode == Opcodes.INVOKESTATIC
                ? owner.equals("java/lang/Thread") && name.equals("holdsLock")
                : isOfObject(name, descriptor) || isTimedWait(owner, name);
    }

    /** Nearly every call has another name, and none of them should cost a new string. */
    private static boolean isOfObject(String name, String descriptor) {
        return NAMES.contains(name) && OF_OBJECT.contains(name + descriptor);
    }

    /** The JDK's own code waits there for an object that it is given. */
    private static boolean isTimedWait(String owner, String name) {
        return owner.equals(TIME_UNIT) && name.equals(TIMED_WAIT);
    }

    /** How many values of the stack lie above the object. */
    static int above(String name, String descriptor) {
        return Type.getArgumentTypes(descriptor).length - (name.equals(TIMED_WAIT) || name.equals("holdsLock") ? 1 : 0);
    }

    static boolean is(Handle handle) {
        return handle.getTag() == Opcodes.H_INVOKESTATIC
                ? is(Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc())
                : isOfObject(handle.getName(), handle.getDesc()) || isTimedWait(handle.getOwner(), handle.getName());
    }

    /** Whether a handle of the method that stands for it is of the same type. */
    static boolean keepsType(Handle handle) {
        return handle.getTag() == Opcodes.H_INVOKESTATIC
                || (handle.getTag() == Opcodes.H_INVOKEVIRTUAL
                        && (handle.getOwner().equals("java/lang/Object")
                                || isTimedWait(handle.getOwner(), handle.getName())));
    }

    /** The runtime's method that stands for it. */
    public static String substitute(String name) {
        return switch (name) {
            case "wait" -> "await";
            case "notify" -> "signal";
            case "notifyAll" -> "signalAll";
            case TIMED_WAIT -> TIMED_WAIT;
            default -> "holds";
        };
    }

    /** As a static method: what it is called on comes as the first argument. */
    public static String substituteDescriptor(String name, String descriptor) {
        if (name.equals(TIMED_WAIT)) {
            return "(L" + TIME_UNIT + ";" + descriptor.substring(1);
        }
        return name.equals("holdsLock") ? descriptor : "(Ljava/lang/Object;" + descriptor.substring(1);
    }
}
