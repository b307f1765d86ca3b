const { createServer } = require('node:http');

const port = Number(process.env.PORT ?? 8080);
/** Each order takes a moment, as if a database were asked. */
const WORK_MS = 300;
/** So long others may go on sending requests, ms: they do not hear of the end at once. */
const FAREWELL_MS = 1_500;
let orders = 0;
let isLeaving = false;

const server = createServer((request, response) => {
  if (request.url === '/ready') {
    if (isLeaving) response.statusCode = 503;
    response.end(isLeaving ? 'no\n' : 'yes\n');
    return;
  }
  setTimeout(() => {
    orders += 1;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Shop</title><h1>Thank you</h1><p>This is order ${orders}.</p>\n`);
  }, WORK_MS);
});

process.on('SIGTERM', () => {
  isLeaving = true;
  setTimeout(() => server.close(() => process.exit(0)), FAREWELL_MS);
});

server.listen(port, '127.0.0.1', () => console.log(`process ${process.pid} listens on port ${port}`));
