package repeats;

import java.io.Writer;

/** A class in the pattern extends {@code Writer} and locks its field {@code lock}, as the JDK's own methods do. */
final class OwnWriter {
    private OwnWriter() {}

    static final class Inside extends Writer {
        private final char[] kept = new char[1];
        private int wrong;

        @Override
        public void write(char[] buffer, int offset, int length) {
            synchronized (lock) {
                kept[0] = buffer[offset];
                for (int i = 0; i < 50; i++) {
                    Thread.onSpinWait();
                }
                wrong += kept[0] == buffer[offset] ? 0 : 1;
            }
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    public static void main(String[] arguments) throws Exception {
        Inside writer = new Inside();
        Threads.together(() -> write(writer, 'a'), () -> write(writer, 'b'));
        System.out.println("wrong characters " + writer.wrong);
    }

    private static void write(Writer writer, char character) throws java.io.IOException {
        for (int i = 0; i < 50_000; i++) {
            writer.write(character);
        }
    }
}
