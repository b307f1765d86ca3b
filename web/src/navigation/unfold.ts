/** Opens what an element is folded into, which browsers do for some of their own links. */
export function unfold(target: Element | null): void {
  let details = target?.closest('details');
  while (details) {
    details.open = true;
    details = details.parentElement?.closest('details');
  }
}
