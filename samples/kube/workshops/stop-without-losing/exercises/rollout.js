/*
 * Plays the end of a pod. It starts the shop as a container would, sends it an order every 50 ms while it is ready, stops
 * it as the kubelet does, and counts what was lost.
 */
const { spawn } = require('node:child_process');
const { get } = require('node:http');

const PORT = 18_080;
/** How often the cluster asks whether the shop is ready, ms: so late it learns of a change. */
const PROBE_MS = 500;
/** Time between TERM and KILL, ms; thirty seconds in a real cluster. */
const GRACE_MS = 5_000;
const pause = (ms) => new Promise((over) => setTimeout(over, ms));

/** @returns the status of an answer; null without one */
const ask = (path) =>
  new Promise((answer) => {
    get({ host: '127.0.0.1', port: PORT, path, agent: false, timeout: 4_000 }, (response) => {
      response
        .resume()
        .once('end', () => answer(response.statusCode))
        .once('error', () => answer(null));
    })
      .once('timeout', function late() {
        this.destroy();
      })
      .once('error', () => answer(null));
  });

async function main() {
  // Signals that it does not ask for never reach the first process of a container. Ignoring TERM comes close.
  const first = ['-c', 'trap "" TERM; exec ~/exercises/start.sh'];
  const shop = spawn('bash', first, { detached: true, stdio: 'ignore', env: { ...process.env, PORT: String(PORT) } });
  const began = Date.now();
  let end = null;
  shop.once('exit', (status, signal) => {
    end = { status, signal };
  });
  const endAll = () => {
    try {
      process.kill(-shop.pid, 'SIGKILL');
    } catch {
      // Nothing is left.
    }
  };
  while ((await ask('/ready')) !== 200) {
    if (end !== null || Date.now() - began > 20_000) {
      endAll();
      throw new Error('the shop does not become ready');
    }
    await pause(100);
  }

  let isSending = true;
  let isReady = true;
  const answers = [];
  const traffic = (async () => {
    for (; isSending; await pause(50)) if (isReady) answers.push(ask('/'));
  })();
  const probes = (async () => {
    for (; isSending; await pause(PROBE_MS)) isReady = (await ask('/ready')) === 200;
  })();

  // Between two probes: if one followed at once, the cluster would know before an order came.
  await pause(3 * PROBE_MS + 200);
  process.kill(shop.pid, 'SIGTERM');
  const asked = Date.now();
  while (end === null && Date.now() - asked < GRACE_MS) await pause(20);
  const seconds = ((Date.now() - asked) / 1_000).toFixed(1);
  const wasKilled = end === null;
  // Whatever is left of its group ends with it, as in a container.
  endAll();
  await pause(PROBE_MS + 200);
  isSending = false;
  await Promise.all([traffic, probes]);
  const lost = (await Promise.all(answers)).filter((status) => status !== 200).length;
  console.log(`${answers.length} orders were sent, ${lost} of them were lost.`);
  console.log(
    wasKilled
      ? `The shop did not react to TERM. It was killed after ${seconds} s.`
      : `The shop ended ${seconds} s after TERM, ${end.signal === null ? `with status ${end.status}` : `by ${end.signal}`}.`,
  );
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
