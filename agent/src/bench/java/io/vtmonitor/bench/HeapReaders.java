package io.vtmonitor.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.reflect.KClass;
import org.netbeans.lib.profiler.heap.GCRoot;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;
import org.netbeans.lib.profiler.heap.PrimitiveArrayInstance;
import org.netbeans.lib.profiler.heap.ThreadObjectGCRoot;
import shark.CloseableHeapGraph;
import shark.GcRoot;
import shark.HeapField;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HprofHeader;
import shark.HprofHeapGraph;
import shark.HprofIndex;
import shark.HprofRecord;
import shark.HprofRecord.LoadClassRecord;
import shark.HprofRecord.StackFrameRecord;
import shark.HprofRecord.StackTraceRecord;
import shark.HprofRecord.StringRecord;
import shark.StreamingHprofReader;
import shark.StreamingRecordReaderAdapter;

/**
 * The same job by the readers of heap dumps that others keep, each used as its makers mean it: {@code HeapReaders NAME
 * FILE} opens a dump, lists its virtual threads with their blockers, owners and stacks, and prints what it found, and
 * the processor time for both.
 */
public final class HeapReaders {
    private static final String VIRTUAL = "java.lang.VirtualThread";
    private static final String OWNABLE = "java.util.concurrent.locks.AbstractOwnableSynchronizer";

    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Long> owners = new HashMap<>();
    private int blocked;
    private int stacks;
    private long frames;

    private HeapReaders() {}

    public static void main(String[] arguments) throws Exception {
        HeapReaders readers = new HeapReaders();
        File file = new File(arguments[1]);
        long begin = processor();
        long opened = switch (arguments[0]) {
            case "shark" -> readers.byShark(file);
            case "netbeans" -> readers.byNetBeans(file);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        System.out.printf(
                "opened in %.1f CPU s, listed in %.1f: %d threads, %d with a blocker, %d with %d frames, deadlock of"
                        + " %s%n",
                seconds(begin, opened),
                seconds(opened, processor()),
                readers.names.size(),
                readers.blocked,
                readers.stacks,
                readers.frames,
                readers.circle());
    }

    private static long processor() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }

    private void add(long id, String name, boolean hasBlocker, Long owner) {
        names.put(id, name);
        blocked += hasBlocker ? 1 : 0;
        if (owner != null) {
            owners.put(id, owner);
        }
    }

    private void addStack(int length) {
        stacks += length > 0 ? 1 : 0;
        frames += length;
    }

    private Set<String> circle() {
        for (Long start : owners.keySet()) {
            Set<Long> seen = new HashSet<>();
            Long next = start;
            while (next != null && seen.add(next)) {
                next = owners.get(next);
            }
            if (start.equals(next)) {
                Set<String> circle = new TreeSet<>();
                seen.forEach(id -> circle.add(names.get(id)));
                return circle;
            }
        }
        return Set.of();
    }

    private long byShark(File file) throws IOException {
        try (CloseableHeapGraph graph =
                HprofHeapGraph.Companion.openHeapGraph(file, null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
            long opened = processor();
            HeapClass virtual = graph.findClassByName(VIRTUAL);
            if (virtual != null) {
                Iterator<HeapInstance> threads = virtual.getInstances().iterator();
                while (threads.hasNext()) {
                    addByShark(threads.next());
                }
            }
            stacksByShark(file, graph.getGcRoots());
            return opened;
        }
    }

    private void addByShark(HeapInstance thread) {
        HeapInstance blocker = inShark(thread, "java.lang.Thread", "parkBlocker");
        HeapInstance owner = blocker == null ? null : inShark(blocker, OWNABLE, "exclusiveOwnerThread");
        HeapField name = thread.get("java.lang.Thread", "name");
        add(
                thread.getObjectId(),
                name == null ? null : name.getValue().readAsJavaString(),
                blocker != null,
                owner == null ? null : owner.getObjectId());
    }

    private static HeapInstance inShark(HeapInstance object, String type, String field) {
        HeapField read = object.get(type, field);
        return read == null ? null : read.getValueAsInstance();
    }

    /** Its graph knows no stacks: they are in records, by number, which its other reader passes by. */
    private void stacksByShark(File file, List<GcRoot> roots) {
        Map<Long, String> strings = new HashMap<>();
        Map<Integer, Long> classes = new HashMap<>();
        Map<Long, StackFrameRecord> read = new HashMap<>();
        Map<Integer, long[]> traces = new HashMap<>();
        Set<KClass<? extends HprofRecord>> kinds = new HashSet<>();
        for (Class<? extends HprofRecord> kind :
                List.of(StringRecord.class, LoadClassRecord.class, StackFrameRecord.class, StackTraceRecord.class)) {
            kinds.add(JvmClassMappingKt.getKotlinClass(kind));
        }
        StreamingHprofReader reader =
                StreamingHprofReader.Companion.readerFor(file, HprofHeader.Companion.parseHeaderOf(file));
        new StreamingRecordReaderAdapter(reader).readRecords(kinds, (position, record) -> {
            if (record instanceof StringRecord string) {
                strings.put(string.getId(), string.getString());
            } else if (record instanceof LoadClassRecord loaded) {
                classes.put(loaded.getClassSerialNumber(), loaded.getClassNameStringId());
            } else if (record instanceof StackFrameRecord frame) {
                read.put(frame.getId(), frame);
            } else if (record instanceof StackTraceRecord trace) {
                traces.put(trace.getStackTraceSerialNumber(), trace.getStackFrameIds());
            }
        });
        for (GcRoot root : roots) {
            if (root instanceof GcRoot.ThreadObject thread && names.containsKey(thread.getId())) {
                List<String> stack = new ArrayList<>();
                for (long id : traces.getOrDefault(thread.getStackTraceSerialNumber(), new long[0])) {
                    StackFrameRecord frame = read.get(id);
                    stack.add(strings.get(classes.get(frame.getClassSerialNumber()))
                            + strings.get(frame.getMethodNameStringId()));
                }
                addStack(stack.size());
            }
        }
    }

    private long byNetBeans(File file) throws IOException {
        Heap heap = HeapFactory.createHeap(file);
        long opened = processor();
        JavaClass virtual = heap.getJavaClassByName(VIRTUAL);
        if (virtual != null) {
            for (Object each : virtual.getInstances()) {
                Instance thread = (Instance) each;
                Instance blocker = (Instance) thread.getValueOfField("parkBlocker");
                Object owner = blocker == null ? null : blocker.getValueOfField("exclusiveOwnerThread");
                add(
                        thread.getInstanceId(),
                        inNetBeans((Instance) thread.getValueOfField("name")),
                        blocker != null,
                        owner instanceof Instance instance ? instance.getInstanceId() : null);
            }
        }
        for (Object each : heap.getGCRoots()) {
            GCRoot root = (GCRoot) each;
            if (root instanceof ThreadObjectGCRoot thread
                    && thread.getInstance() != null
                    && names.containsKey(thread.getInstance().getInstanceId())) {
                StackTraceElement[] stack = thread.getStackTrace();
                addStack(stack == null ? 0 : stack.length);
            }
        }
        return opened;
    }

    private static String inNetBeans(Instance string) {
        if (string == null || !(string.getValueOfField("value") instanceof PrimitiveArrayInstance value)) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (Object each : value.getValues()) {
            text.append((char) Integer.parseInt(each.toString()));
        }
        return text.toString();
    }
}
