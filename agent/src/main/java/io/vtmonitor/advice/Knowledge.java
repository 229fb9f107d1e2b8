package io.vtmonitor.advice;

import io.vtmonitor.model.Confidence;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The knowledge base, {@code advice.json}.
 *
 * @param libraries what is known of libraries
 * @param general what to say by reason where no library matches
 */
record Knowledge(List<Entry> libraries, Map<String, Text> general) {
    /**
     * What is known of one library.
     *
     * @param id stable name
     * @param artifacts names of its jars, without version
     * @param classes prefixes of its classes' names
     * @param fixedIn first release that does not pin
     * @param summary what happens
     * @param action what removes it
     * @param evidence address of the source
     * @param confidence how sure it is
     */
    record Entry(
            String id,
            List<String> artifacts,
            List<String> classes,
            String fixedIn,
            String summary,
            String action,
            String evidence,
            Confidence confidence) {}

    /**
     * General advice.
     *
     * @param summary what happens
     * @param action what removes it
     */
    record Text(String summary, String action) {}

    Knowledge {
        libraries = List.copyOf(libraries);
        general = Map.copyOf(general);
    }

    static Knowledge ours() {
        try (InputStream in = Knowledge.class.getResourceAsStream("advice.json")) {
            if (in == null) {
                throw new IllegalStateException("advice.json is missing from the jar");
            }
            return JsonMapper.builder()
                    .enable(tools.jackson.databind.MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                    .build()
                    .readValue(in, Knowledge.class);
        } catch (IOException unreadable) {
            throw new IllegalStateException("advice.json can't be read from the jar", unreadable);
        }
    }
}
