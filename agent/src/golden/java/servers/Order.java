package servers;

/** What each server answers: it waits a little, as for a database, and makes a page of text. */
final class Order {
    private static final int WAIT_MILLIS = 1;
    private static final int LINES = 20;

    private Order() {}

    static String text(String id) {
        try {
            Thread.sleep(WAIT_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("order ")
                    .append(id)
                    .append(", line ")
                    .append(i)
                    .append(": ")
                    .append(i * 1.25)
                    .append('\n');
        }
        return text.toString();
    }
}
