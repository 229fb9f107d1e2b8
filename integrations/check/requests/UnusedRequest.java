import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.net.URI;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the filter never asks for. */
abstract class UnusedRequest implements ContainerRequestContext {
    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("the filter asks for more than this program knows of");
    }

    @Override
    public java.util.Collection<String> getPropertyNames() {
        throw unused();
    }

    @Override
    public void removeProperty(String name) {
        throw unused();
    }

    @Override
    public UriInfo getUriInfo() {
        throw unused();
    }

    @Override
    public void setRequestUri(URI requestUri) {
        throw unused();
    }

    @Override
    public void setRequestUri(URI baseUri, URI requestUri) {
        throw unused();
    }

    @Override
    public jakarta.ws.rs.core.Request getRequest() {
        throw unused();
    }

    @Override
    public void setMethod(String method) {
        throw unused();
    }

    @Override
    public MultivaluedMap<String, String> getHeaders() {
        throw unused();
    }

    @Override
    public String getHeaderString(String name) {
        throw unused();
    }

    @Override
    public Date getDate() {
        throw unused();
    }

    @Override
    public Locale getLanguage() {
        throw unused();
    }

    @Override
    public int getLength() {
        throw unused();
    }

    @Override
    public MediaType getMediaType() {
        throw unused();
    }

    @Override
    public List<MediaType> getAcceptableMediaTypes() {
        throw unused();
    }

    @Override
    public List<Locale> getAcceptableLanguages() {
        throw unused();
    }

    @Override
    public Map<String, Cookie> getCookies() {
        throw unused();
    }

    @Override
    public boolean hasEntity() {
        throw unused();
    }

    @Override
    public InputStream getEntityStream() {
        throw unused();
    }

    @Override
    public void setEntityStream(InputStream input) {
        throw unused();
    }

    @Override
    public SecurityContext getSecurityContext() {
        throw unused();
    }

    @Override
    public void setSecurityContext(SecurityContext context) {
        throw unused();
    }

    @Override
    public void abortWith(Response response) {
        throw unused();
    }
}
