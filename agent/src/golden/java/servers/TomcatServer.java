package servers;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/** Tomcat with a virtual thread for each request. */
public final class TomcatServer {
    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(Integer.getInteger("port"));
        Context context = tomcat.addContext("", new File(System.getProperty("java.io.tmpdir")).getAbsolutePath());
        Tomcat.addServlet(context, "orders", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().write(Order.text(request.getPathInfo().substring(1)));
            }
        });
        context.addServletMappingDecoded("/orders/*", "orders");
        tomcat.getConnector().getProtocolHandler().setExecutor(new VirtualThreadExecutor("request-"));
        tomcat.start();
        tomcat.getServer().await();
    }
}
