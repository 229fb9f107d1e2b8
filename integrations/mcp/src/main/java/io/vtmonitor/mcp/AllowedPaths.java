package io.vtmonitor.mcp;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folders that tools may read from. Links are followed before a path is judged. */
final class AllowedPaths {
    private final List<Path> folders;

    private AllowedPaths(List<Path> folders) {
        this.folders = folders;
    }

    /**
     * @param folders have to exist
     * @throws IOException if one does not; the message names it
     */
    static AllowedPaths of(List<Path> folders) throws IOException {
        List<Path> real = new ArrayList<>();
        for (Path folder : folders) {
            real.add(folder.toRealPath());
        }
        return new AllowedPaths(List.copyOf(real));
    }

    /**
     * The real path of a file or folder that a client names, relative ones below the first folder.
     *
     * @throws RpcException if it is not there or not below one of the folders; which of both is not told
     */
    Path check(String named) throws RpcException {
        try {
            Path path = folders.get(0).resolve(named).toRealPath();
            for (Path folder : folders) {
                if (path.startsWith(folder)) {
                    return path;
                }
            }
        } catch (IOException | RuntimeException e) {
            // The answer is the same as for a path elsewhere: it does not tell what exists there.
        }
        throw new RpcException(
                RpcException.INVALID_PARAMS,
                "no such file or folder below the folders that this server may read (--allow): " + named);
    }

    /** A path that was checked, as seen from its folder, with slashes: what the diff of a project names. */
    String fromFolder(Path checked) {
        for (Path folder : folders) {
            if (checked.startsWith(folder)) {
                return folder.relativize(checked).toString().replace('\\', '/');
            }
        }
        return String.valueOf(checked.getFileName());
    }

    @Override
    public String toString() {
        return String.join(", ", folders.stream().map(Path::toString).toList());
    }
}
