const { createServer } = require('node:http');

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"kettles":3,"cups":12}\n');
}).listen(Number(process.env.PORT ?? 8081), '127.0.0.1', () => console.log('ready'));
