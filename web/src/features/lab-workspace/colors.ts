/** Whether the page is dark now: the viewer's choice, or that of the system. */
export function darkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === 'dark' || theme === 'light') return theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
