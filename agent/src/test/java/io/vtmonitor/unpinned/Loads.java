package io.vtmonitor.unpinned;

/**
 * Loads and links classes, those of its arguments up to {@code --} at once, the others when it is told to; then ends.
 */
public final class Loads {
    private Loads() {}

    public static void main(String[] arguments) throws Exception {
        boolean early = true;
        for (String argument : arguments) {
            early &= !argument.equals("--");
            if (early) {
                load(argument);
            }
        }
        System.out.println("ready");
        System.in.read();
        boolean late = false;
        for (String argument : arguments) {
            if (late) {
                load(argument);
            }
            late |= argument.equals("--");
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void load(String name) throws ClassNotFoundException {
        Class.forName(name, false, Loads.class.getClassLoader()).getDeclaredMethods();
    }
}
