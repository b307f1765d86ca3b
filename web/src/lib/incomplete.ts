/** Shows the notice that the document brings along for the case that files of the page cannot be loaded. */
export function showIncomplete(): void {
  document.getElementById('incomplete')?.removeAttribute('hidden');
}
