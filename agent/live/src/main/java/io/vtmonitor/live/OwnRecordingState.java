package io.vtmonitor.live;

/** What the guard of flushes looks at in a JVM that is watched. */
record OwnRecordingState(
        OwnRecording recording, LiveEvents events, StreamThread stream, RecordingEnd end, SettingsGuard settings)
        implements FlushGuard.Recorder {
    @Override
    public boolean isRead() {
        return stream.isReading();
    }

    @Override
    public boolean isReading() {
        return events.wasReading();
    }

    @Override
    public boolean hasEnded() {
        boolean over = end.isOver();
        if (!over) {
            settings.look();
        }
        recording.noteOwn(); // somebody may have begun to record, and be killed with us
        return over;
    }

    @Override
    public void endChunk() {
        OwnRecording.endChunk();
    }
}
