#!/usr/bin/env python3
"""A tea shop: one page with its prices."""
import http.server
import json
import traceback


def page():
    with open("prices.json", encoding="utf-8") as file:
        prices = json.load(file)
    rows = "".join(f"<tr><td>{name}</td><td>{cents / 100:.2f}</td></tr>" for name, cents in prices.items())
    return f"""<!doctype html><title>Tea shop</title><link rel="stylesheet" href="/style.css">
<h1>Tea shop</h1><table>{rows}</table><p><a href="/about">About us</a></p>"""


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            if self.path == "/style.css":
                self.reply(200, "text/css", "h1 { color: darkgreen }")
            elif self.path == "/about":
                self.reply(200, "text/html", '<h1>About us</h1><p>We sell tea.</p><a href="/">Back</a>')
            else:
                self.reply(200, "text/html", page())
        except Exception:
            with open("errors.log", "a", encoding="utf-8") as log:
                traceback.print_exc(file=log)
            self.reply(500, "text/plain", "Something went wrong.\n")

    def reply(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


http.server.HTTPServer(("127.0.0.1", 8080), Shop).serve_forever()
