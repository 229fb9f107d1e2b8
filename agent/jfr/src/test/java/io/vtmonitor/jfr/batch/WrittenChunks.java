package io.vtmonitor.jfr.batch;

import io.vtmonitor.model.Pin;
import io.vtmonitor.recording.RecordingReader;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.Recordings;
import io.vtmonitor.report.Limit;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Reads chunks that were made by hand. */
abstract class WrittenChunks {
    @TempDir
    Path folder;

    /** What was read of a file. */
    record Read(List<Pin> pins, List<RecordingSummary> readings) {
        List<Limit> limits() {
            return readings.stream()
                    .flatMap(reading -> reading.limits().stream())
                    .toList();
        }

        List<String> problems() {
            return readings.stream()
                    .flatMap(reading -> reading.problems().stream())
                    .toList();
        }
    }

    Read read(byte[]... chunks) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] chunk : chunks) {
            all.writeBytes(chunk);
        }
        Path file = Files.write(folder.resolve("written.jfr"), all.toByteArray());
        List<Pin> pins = new ArrayList<>();
        List<RecordingSummary> readings = new ArrayList<>();
        try (Recordings recordings = Recordings.open(file)) {
            for (RecordingReader reader : recordings.jvms()) {
                readings.add(reader.read(pins::add, busy -> {}));
            }
        }
        return new Read(pins, readings);
    }
}
