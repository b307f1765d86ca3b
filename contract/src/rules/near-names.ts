/**
 * True for names that differ in case, or in one letter added, missing, replaced or exchanged; never for short names,
 * which resemble too many others.
 */
export function isNearly(name: string, known: string): boolean {
  if (known.length < 4 || name.length > 40) return false;
  const [a, b] = [name.toLowerCase(), known.toLowerCase()];
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isExchanged = restA.slice(0, 2) === [...restB.slice(0, 2)].reverse().join('');
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isExchanged && restA.slice(2) === restB.slice(2))
  );
}
