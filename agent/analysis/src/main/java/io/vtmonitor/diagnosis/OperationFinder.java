package io.vtmonitor.diagnosis;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.PinnedReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names what a thread waited for: what the event says, and for a park the JDK frames between it and the application.
 */
final class OperationFinder {
    private OperationFinder() {}

    /** @param holders of that blocking: whether a monitor is a class's own lock follows from the instruction */
    static Operation operation(Blocking blocking, List<Holder> holders) {
        if (!holders.isEmpty() && holders.get(0).hold() == Hold.CLASS_INIT_WAIT) {
            return Operation.CLASS_INIT_WAIT;
        }
        return switch (blocking.event()) {
            case MONITOR_ENTER -> Operation.MONITOR_ENTER;
            case MONITOR_WAIT -> Operation.OBJECT_WAIT;
            case PINNED -> pinned(blocking);
        };
    }

    private static Operation pinned(Blocking blocking) {
        String said = blocking.operationText() == null ? "" : blocking.operationText();
        PinnedReason reason = PinnedReason.parse(blocking.reasonText());
        if (reason != null && reason.kind() == PinnedReason.Kind.CLASS_INIT_WAIT) {
            return Operation.CLASS_INIT_WAIT;
        }
        if (said.startsWith("Contended monitor enter")) {
            return Operation.MONITOR_ENTER;
        }
        return said.startsWith("Object.wait")
                ? Operation.OBJECT_WAIT
                : parked(blocking.stack().frames());
    }

    private static Operation parked(List<Frame> frames) {
        for (Frame frame : frames) {
            if (!JdkNames.isJdk(frame.className())) {
                return Operation.PARK;
            }
            Operation operation = byFrame(frame);
            if (operation != null) {
                return operation;
            }
        }
        return frames.isEmpty() ? Operation.UNKNOWN : Operation.PARK;
    }

    private static @Nullable Operation byFrame(Frame frame) {
        String method = frame.methodName();
        return switch (frame.className()) {
            case "java.lang.Thread", "java.lang.VirtualThread" -> method.startsWith("sleep") ? Operation.SLEEP : null;
            case "java.util.concurrent.locks.ReentrantLock",
                    "java.util.concurrent.locks.ReentrantLock$Sync",
                    "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock",
                    "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock",
                    "java.util.concurrent.locks.StampedLock" -> method.contains("ock") ? Operation.LOCK : null;
            case "sun.nio.ch.NioSocketImpl",
                    "sun.nio.ch.SocketChannelImpl",
                    "sun.nio.ch.ServerSocketChannelImpl",
                    "sun.nio.ch.DatagramChannelImpl" -> socket(method);
            default -> null;
        };
    }

    private static @Nullable Operation socket(String method) {
        if (method.contains("ead") || method.contains("eceive")) {
            return Operation.SOCKET_READ;
        }
        if (method.contains("rite") || method.contains("end")) {
            return Operation.SOCKET_WRITE;
        }
        if (method.contains("onnect")) {
            return Operation.SOCKET_CONNECT;
        }
        return method.contains("ccept") ? Operation.SOCKET_ACCEPT : null;
    }
}
