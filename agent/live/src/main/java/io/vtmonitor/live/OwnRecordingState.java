package io.vtmonitor.live;

/** What {@link FlushGuard} checks in a live watch. */
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
        recording.noteOwn(); // others may have started to record
        return over;
    }

    @Override
    public void endChunk() {
        OwnRecording.endChunk();
    }
}
