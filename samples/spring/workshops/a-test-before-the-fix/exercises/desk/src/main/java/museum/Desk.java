package museum;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ticket desk: a page on port 8080, or a single price for the ages on the command line. */
final class Desk {

    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            System.out.println(euros(Prices.of(agesIn(String.join(",", args)))));
            return;
        }
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080), 0);
        server.createContext("/", exchange -> {
            byte[] page = page(exchange.getRequestURI().getRawQuery()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        System.out.println("The desk is open at http://localhost:8080");
    }

    static List<Integer> agesIn(String text) {
        return Arrays.stream(text.split("\\D+")).filter(word -> !word.isEmpty()).map(Integer::valueOf).toList();
    }

    static String euros(int cents) {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }

    private static String page(String query) {
        String given = query == null ? "" : URLDecoder.decode(query.replaceFirst("^ages=", ""), StandardCharsets.UTF_8);
        // Only numbers come back into the page, so nothing that somebody sends can become part of it.
        var ages = agesIn(given.isBlank() ? "38, 36, 6" : given);
        String list = ages.toString().replaceAll("[\\[\\]]", "");
        return """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Ticket desk</title>
            <h1>Ticket desk</h1>
            <form><label>Ages of the visitors <input name="ages" value="%s"></label> <button>Ask</button></form>
            <p>%d visitors pay <strong>%s</strong>.</p>
            </html>
            """.formatted(list, ages.size(), euros(Prices.of(ages)));
    }
}
