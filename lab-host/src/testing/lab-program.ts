import { existsSync } from 'node:fs';

/** Whether sandboxes of this machine have what the program below is written in. */
export const hasPrograms = existsSync('/usr/bin/python3');

/**
 * A program as learners write them: it serves a page and WebSockets on a port, a strict one for pages of its own. `/asked` tells what it was asked, and
 * `/said` says what a program in a lab must not say to an academy.
 */
export const LAB_PROGRAM = String.raw`import base64, hashlib, json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(sys.argv[1])
PAGE = """<!doctype html><title>Own page</title><h1>Hello from the lab</h1><p id="echo">no echo yet</p>
<script>
const socket = new WebSocket('ws' + location.origin.slice(4) + '/socket');
socket.onopen = () => socket.send('ping');
socket.onmessage = ({ data }) => { document.getElementById('echo').textContent = 'echo of ' + data; };
</script>"""

class Program(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *words):
        pass

    def reply(self, text, status=200, headers=()):
        body = text.encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get('Transfer-Encoding') != 'chunked':
            return self.rfile.read(int(self.headers.get('Content-Length') or 0))
        whole = b''
        while True:
            size = int(self.rfile.readline(), 16)
            whole += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return whole

    def do_GET(self):
        path = self.path.split('?')[0]
        if path == '/':
            self.reply(PAGE, headers=[('Content-Type', 'text/html')])
        elif path == '/asked':
            self.reply(json.dumps({'line': self.requestline, 'headers': self.headers.items()}))
        elif path == '/said':
            self.reply('said', headers=[
                ('Set-Cookie', 'JSESSIONID=1; Path=/; Domain=localhost; HttpOnly'),
                ('Set-Cookie', 'academy_session_x=evil; Domain=localhost'),
                ('Set-Cookie', '__Host-academy-lab=evil; Path=/; Secure'),
                ('X-Frame-Options', 'DENY'),
                ('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'"),
                ('Strict-Transport-Security', 'max-age=1; includeSubDomains'),
                ('Clear-Site-Data', '"*"'),
            ])
        elif path == '/away':
            self.reply('', 302, [('Location', 'http://localhost:%d/asked' % PORT)])
        elif path == '/events':
            self.send_response(200)
            self.send_header('Content-Type', 'text/event-stream')
            self.send_header('Connection', 'close')
            self.end_headers()
            for number in range(1000):
                self.wfile.write(b'data: %d\n\n' % number)
                self.wfile.flush()
                time.sleep(0.05)
        elif path == '/broken':
            self.wfile.write(b'this is no reply\r\n\r\n')
            self.close_connection = True
        elif path == '/large':
            self.reply('x' * 5000000)
        elif path in ('/socket', '/strict-socket'):
            self.socket(path)
        else:
            self.reply('no such page', 404)

    def do_POST(self):
        self.reply(json.dumps({'bytes': len(self.body()), 'headers': self.headers.items()}))

    def socket(self, path):
        if path == '/strict-socket' and self.headers.get('Origin') != 'http://localhost:%d' % PORT:
            self.reply('of another page', 403)
            return
        key = self.headers['Sec-WebSocket-Key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.send_response(101)
        for name, value in [('Upgrade', 'websocket'), ('Connection', 'Upgrade'), ('Sec-WebSocket-Accept', accept)]:
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        while True:
            first = self.rfile.read(2)
            if len(first) < 2 or first[0] & 15 == 8:
                return
            mask = self.rfile.read(4)
            text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(self.rfile.read(first[1] & 127)))
            self.wfile.write(bytes([129, len(text)]) + text)
            self.wfile.flush()

ThreadingHTTPServer.request_queue_size = 64
ThreadingHTTPServer(('127.0.0.1', PORT), Program).serve_forever()
`;

/** A script that starts the program, from a file of the home folder, and waits until it listens. */
export const startOf = (path: string, port: number): string =>
  `setsid python3 ~/${path} ${port} > /dev/null 2>&1 &
until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null; do sleep 0.1; done`;
