/** What V8 takes for an object with its first fields, for a field, and for a string besides its characters, bytes. */
const OBJECT = 40;
const FIELD = 8;
const STRING = 24;

/**
 * About how many bytes a value of plain data takes: objects, arrays, maps, sets, strings, numbers, dates, byte arrays.
 * What is named twice counts twice.
 */
export function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return STRING + value.length;
  if (typeof value !== 'object' || value === null) return FIELD;
  if (ArrayBuffer.isView(value)) return OBJECT + value.byteLength;
  let bytes = OBJECT;
  if (value instanceof Map) for (const [key, one] of value) bytes += 3 * FIELD + bytesOfValue(key) + bytesOfValue(one);
  else if (Array.isArray(value) || value instanceof Set) for (const one of value) bytes += FIELD + bytesOfValue(one);
  else for (const key in value) bytes += FIELD + bytesOfValue((value as Record<string, unknown>)[key]);
  return bytes;
}
