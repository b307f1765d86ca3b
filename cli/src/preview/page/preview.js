// The page beside the academy: shows findings, follows the reader's navigation, and shows a saved change at once.

const frame = document.querySelector('#page');
const state = document.querySelector('#state');
const lists = { here: document.querySelector('#here'), all: document.querySelector('#all') };
const items = document.querySelector('#items');
const outdated = document.querySelector('#outdated');

/** The preview's data: brands, items with their addresses, findings with the address that shows them. */
let content = { version: null, brands: [], items: [], findings: [] };

function element(name, { text, ...attributes }, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

function findingEntry({ severity, file, line, code, message, path }) {
  const place = element('code', { text: `${file}:${line}` });
  const words = element('div', { text: message });
  const head = element('b', { text: `${severity} ${code}` });
  const entry = element('li', { class: severity }, head, words, place);
  if (path !== null && path !== pathShown()) {
    const link = element('a', { href: path, target: 'page', text: 'Show' });
    link.addEventListener('click', (event) => {
      event.preventDefault();
      open(path);
    });
    entry.append(' ', link);
  }
  return entry;
}

function pathShown() {
  try {
    return frame.contentWindow.location.pathname;
  } catch {
    return null;
  }
}

function isEmpty() {
  try {
    return frame.contentWindow.location.href === 'about:blank';
  } catch {
    return false;
  }
}

function open(path) {
  frame.contentWindow.location.assign(path);
}

function draw() {
  const path = pathShown();
  const mine = ({ paths }) => paths.includes(path);
  lists.here.replaceChildren(...content.findings.filter(mine).map(findingEntry));
  lists.all.replaceChildren(...content.findings.filter((one) => !mine(one)).map(findingEntry));
  // A lesson's address begins with that of its course.
  const shown = content.items.find((item) => path === item.path || path?.startsWith(`${item.path}/`));
  items.value = shown?.path ?? '';
  outdated.hidden = shown?.isOutdated !== true;
}

function drawFrame() {
  const options = content.items.map(({ title, path, kind }) =>
    element('option', { value: path, text: `${title} (${kind})` }),
  );
  items.replaceChildren(element('option', { value: '', text: 'Choose' }), ...options);
  const brands = content.brands.map(({ name, address, current }) =>
    element('a', { href: address, text: name, ...(current ? { 'aria-current': 'true' } : {}) }),
  );
  document.querySelector('#brands').replaceChildren(...brands);
  document.title = `Preview: ${content.title}`;
}

/** Fetches the preview's data, and reloads the frame when it shows an older version. */
async function load() {
  const reply = await fetch('/~preview/content.json');
  const { version } = content;
  content = await reply.json();
  state.toggleAttribute('data-trouble', false);
  state.textContent = content.summary;
  drawFrame();
  draw();
  // The version is read before the frame loads: a change in between is noticed by the next load.
  // Reloading a frame that is still empty would end the loading of its first page.
  if (version === null || isEmpty()) frame.src = startPath();
  else if (version !== content.version) frame.contentWindow.location.reload();
}

function startPath() {
  const start = new URLSearchParams(location.search).get('open');
  return start?.startsWith('/') && !start.startsWith('//') ? start : '/';
}

items.addEventListener('change', () => items.value !== '' && open(items.value));
for (const radio of document.querySelectorAll('[name=width]')) {
  radio.addEventListener('change', () => frame.classList.toggle('phone', radio.value === 'phone' && radio.checked));
}
// The academy changes its address without loading a document.
frame.addEventListener('load', () => {
  draw();
  frame.contentWindow.navigation?.addEventListener('navigatesuccess', draw);
});

const changes = new EventSource('/~preview/changes');
// One at a time: of two replies the older one must not arrive last.
let loading = Promise.resolve();
const loadNext = () => {
  loading = loading.then(load).catch(() => undefined);
};
changes.addEventListener('changed', loadNext);
// Also after a lost connection, during which a change may have happened.
changes.addEventListener('open', loadNext);
changes.addEventListener('error', () => {
  state.toggleAttribute('data-trouble', true);
  state.textContent = 'The preview has ended. Start it again to see changes.';
});
