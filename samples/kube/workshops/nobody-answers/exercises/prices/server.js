const { readFile } = require('node:fs/promises');
const { createServer } = require('node:http');

createServer(async (_request, response) => {
  response.setHeader('content-type', 'application/json');
  try {
    response.end(await readFile('prices.json'));
  } catch {
    response.statusCode = 503;
    response.end('{"error":"out of order"}\n');
  }
}).listen(Number(process.env.PORT ?? 8082), '127.0.0.1', () => console.log('ready'));
