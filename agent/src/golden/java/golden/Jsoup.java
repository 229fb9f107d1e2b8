package golden;

/** jsoup fetches a page from a slow server. */
final class Jsoup {
    private Jsoup() {}

    public static void main(String[] arguments) throws Exception {
        String url = "http://127.0.0.1:" + arguments[1] + "/";
        Blocked.twice(() -> org.jsoup.Jsoup.connect(url).get());
    }
}
