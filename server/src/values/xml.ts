/** Characters that XML 1.0 cannot hold, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text for XML elements and attributes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(/[&<>"'\r]/g, (char) => `&#${char.charCodeAt(0)};`);

/** An element that holds a text. */
export const xmlElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
