const { createServer } = require('node:http');

const port = Number(process.env.PORT ?? 8080);
/** Each order takes a moment, as if a database were asked. */
const WORK_MS = 300;
let orders = 0;

const server = createServer((request, response) => {
  if (request.url === '/ready') {
    response.end('yes\n');
    return;
  }
  setTimeout(() => {
    orders += 1;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Shop</title><h1>Thank you</h1><p>This is order ${orders}.</p>\n`);
  }, WORK_MS);
});

server.listen(port, '127.0.0.1', () => console.log(`process ${process.pid} listens on port ${port}`));
