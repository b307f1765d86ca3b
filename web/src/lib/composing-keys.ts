/** Safari reports the key that ends a composition after its end, with this code. */
const KEY_OF_INPUT_METHOD = 229;

const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === KEY_OF_INPUT_METHOD;

/**
 * Keeps the keys of an input method from the page: while a word is composed, arrows and Enter choose among its candidates.
 * Editors and terminals inside the element handle these keys themselves and still receive them.
 * @param roots where React and the listeners of the window hear keys; to be called before React renders
 */
export function ignoreComposingKeys(...roots: readonly Element[]): void {
  const stop = (event: Event) => {
    if (event instanceof KeyboardEvent && isComposing(event)) event.stopImmediatePropagation();
  };
  for (const root of roots) for (const type of ['keydown', 'keyup']) root.addEventListener(type, stop);
}
