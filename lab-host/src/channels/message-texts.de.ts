export const de = {
  busy: 'Das Lab ist beschäftigt. Bitte versuch es gleich noch einmal.',
  silent: 'Das Lab antwortet nicht. Wenn das so bleibt, wähle „Neu starten“.',
  cannotWrite: '{path} kann nicht geschrieben werden.',
  cannotCreate: '{path} kann nicht angelegt werden.',
  cannotRemove: '{path} kann nicht gelöscht werden.',
};
