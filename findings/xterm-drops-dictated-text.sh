#!/usr/bin/env bash
# @xterm/xterm 6.0.0, in Chromium
#
# One would guess: text that reaches the terminal's text area by an `input` event and not by a key (dictation, a panel of emoji,
# keyboards of phones) comes out of `onData`, whatever the options.
# Seen: with `screenReaderMode: true`, which serves people who depend on such input most, it is dropped without a word.
set -euo pipefail
chromium=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$chromium" ]; then
  echo 'Skipped: Chromium is not installed (apt-get install chromium).'
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @xterm/xterm@6.0.0 playwright-core@1.56.1
cat > run.mjs <<'JS'
import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.setContent('<div id="host"></div>');
await page.addScriptTag({ path: 'node_modules/@xterm/xterm/lib/xterm.js' });
for (const screenReaderMode of [false, true]) {
  await page.evaluate((mode) => {
    document.querySelector('#host').replaceChildren();
    globalThis.said = '';
    const terminal = new globalThis.Terminal({ screenReaderMode: mode });
    terminal.open(document.querySelector('#host'));
    terminal.onData((data) => { globalThis.said += data; });
    terminal.focus();
  }, screenReaderMode);
  // As an input method does: an input event, and no key.
  await page.keyboard.insertText('hello');
  console.log(`screenReaderMode ${screenReaderMode}: ${JSON.stringify(await page.evaluate(() => globalThis.said))}`);
}
await browser.close();
JS
seen=$(node run.mjs "$chromium")
echo "$seen"
[ "$seen" = 'screenReaderMode false: "hello"
screenReaderMode true: ""' ] || { echo 'The behaviour has changed.'; exit 1; }
