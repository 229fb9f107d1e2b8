package applications;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.RT;
import java.util.concurrent.Callable;

/** A program of Clojure, compiled when it runs: {@code locking}, a delay, a lazy sequence, a transaction. */
public final class ClojureProgram {
    private static final String TEXT = """
            (do
              (require 'clojure.string 'clojure.set)
              (let [lock (Object.)
                    orders (ref [])
                    slow (delay (Thread/sleep 30) 42)]
                (fn []
                  (locking lock (Thread/sleep 5))
                  (dosync (alter orders conj @slow))
                  (let [lazy (map (fn [x] (Thread/sleep 1) (inc x)) (range 3))]
                    (clojure.string/join "," lazy)))))
            """;

    public static void main(String[] arguments) throws Exception {
        RT.init();
        IFn task = (IFn) ((IFn) Clojure.var("clojure.core", "load-string")).invoke(TEXT);
        Work.run(arguments[0], (Callable<Object>) task::invoke);
        System.exit(0);
    }
}
