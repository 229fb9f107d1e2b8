import java.io.File;
import java.io.FileInputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.internal.EventArray;
import org.openjdk.jmc.flightrecorder.internal.EventArrays;
import org.openjdk.jmc.flightrecorder.internal.FlightRecordingLoader;

/**
 * {@code JmcEvents RECORDING EVENT...}: prints what the parser of JDK Mission Control reads of vt-monitor's events, and
 * fails unless these are there and each has words: a label, a description, the category, labels of all fields, and a
 * unit where a field is a time.
 */
public class JmcEvents {
    private static final List<String> OURS = List.of("vtmonitor.", "io.vtmonitor.");

    public static void main(String[] arguments) throws Exception {
        File file = new File(arguments[0]);
        Set<String> wanted = new TreeSet<>(List.of(arguments).subList(1, arguments.length));
        EventArrays arrays = FlightRecordingLoader.loadStream(new FileInputStream(file), false, false);
        for (EventArray array : arrays.getArrays()) {
            if (isOurs(array.getType().getIdentifier())) {
                check(
                        List.of(array.getTypeCategory()).contains("vt-monitor"),
                        array.getType().getIdentifier() + " is in the category " + List.of(array.getTypeCategory()));
            }
        }
        IItemCollection events = JfrLoaderToolkit.loadEvents(file);
        for (IItemIterable ofType : events) {
            if (isOurs(ofType.getType().getIdentifier())) {
                wanted.remove(ofType.getType().getIdentifier());
                read(ofType.getType(), ofType.getItemCount());
            }
        }
        check(wanted.isEmpty(), "missing: " + wanted);
    }

    private static boolean isOurs(String type) {
        return OURS.stream().anyMatch(type::startsWith);
    }

    @SuppressWarnings("deprecation") // a type without items of its own has no other way
    private static void read(IType<?> type, long events) {
        String id = type.getIdentifier();
        System.out.println(events + " x " + type.getName() + ": " + type.getDescription());
        check(!type.getName().isBlank() && !type.getName().equals(id), id + " has no label");
        check(type.getDescription() != null && !type.getDescription().isBlank(), id + " has no description");
        for (IAttribute<?> field : type.getAttributes()) {
            String name = field.getName();
            System.out.println("  " + name + " [" + field.getContentType().getIdentifier() + "]");
            check(
                    !name.isBlank() && !name.equals(field.getIdentifier()),
                    id + "." + field.getIdentifier() + " has no label");
            boolean time = name.matches(".*(Threshold|Raised For|Time|Cost|Watched|Held For|Longest (Wait|Hold)).*");
            check(
                    !time
                            || field.getContentType() == UnitLookup.TIMESPAN
                            || field.getContentType() == UnitLookup.TIMESTAMP,
                    id + "." + field.getIdentifier() + " is a time without a unit");
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            System.err.println(otherwise);
            System.exit(1);
        }
    }
}
