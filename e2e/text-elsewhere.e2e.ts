import type { Page } from '@playwright/test';
import { courseFiles, publish } from './support/made-content.ts';
import { open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const FOLDED = `
How long? [The answer](#the-answer) is below.

<details>
<summary>Answer</summary>

Two minutes.

<details>
<summary>Why</summary>

#### The answer

Longer is bitter.

</details>
</details>

<details><summary>More</summary><p>Milk comes last.</p></details>
`;
const SESSIONS = `
Before.

\`\`\`console
$ ls
cup  pot
$ cat <<EOF
> milk
> EOF
\`\`\`

\`\`\`bash
$ echo "cup"
cup
\`\`\`

\`\`\`shell
# only a comment
echo "$HOME"
\`\`\`

After.
`;

test.beforeAll(async () => {
  for (const [id, text] of [
    ['folded', FOLDED],
    ['sessions', SESSIONS],
  ] as const)
    await publish(
      academy,
      'spring',
      courseFiles('spring', { id, title: id, fields: {}, outline: ['One', 'Two'], text }),
    );
});

const lesson = (course: string, hash = '') => academy.url('spring', `/courses/${course}/lessons/l1${hash}`);
const openFolds = (page: Page) => page.getByRole('article').locator('details[open]');

test('a lesson is printed as text alone, also without scripts', async ({ newDevice }) => {
  const page = await newDevice({ javaScriptEnabled: false });
  await page.goto(lesson('folded'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Two minutes.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('what is folded is printed, and links into it open it and lead there', async ({ page }) => {
  await open(page, lesson('folded'));
  const folded = ['Two minutes.', 'Longer is bitter.', 'Milk comes last.'];
  for (const words of folded) await expect(page.getByText(words)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const words of folded) await expect(page.getByText(words)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  for (const words of folded) await expect(page.getByText(words)).toBeHidden();
  await expect(openFolds(page)).toHaveCount(0);

  const answer = page.getByRole('heading', { name: 'The answer' });
  await page.getByRole('link', { name: 'The answer' }).click();
  await expect(answer).toBeInViewport();
  await expect(openFolds(page)).toHaveCount(2);

  await open(page, lesson('sessions'));
  await page.evaluate(
    (to) => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'Elsewhere' });
      document.querySelector('article .prose')?.prepend(link);
    },
    lesson('folded', '#c-the-answer'),
  );
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect(answer).toBeInViewport();

  await open(page, lesson('folded', '#c-the-answer'));
  await expect(answer).toBeInViewport();
});

test('"Copy" takes commands along without prompts and output, a selection the text alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('spring') });
  await open(page, lesson('sessions'));
  for (const [at, expected] of ['ls\ncat <<EOF\nmilk\nEOF', 'echo "cup"', '# only a comment\necho "$HOME"'].entries()) {
    await page.locator('[data-copy]').nth(at).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(expected);
  }

  await expect(page.locator('.code-language').first()).toHaveCSS('user-select', 'none');
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('article .prose') as Element));
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').filter((line) => line.trim() !== '')).toEqual([
    ...['Before.', '$ ls', 'cup  pot', '$ cat <<EOF', '> milk', '> EOF'],
    ...['$ echo "cup"', 'cup', '# only a comment', 'echo "$HOME"', 'After.'],
  ]);
});

longTest('translators leave code alone', async ({ page }) => {
  await open(page, lesson('sessions'));
  for (const code of await page.getByRole('article').locator('pre').all())
    await expect(code).toHaveAttribute('translate', 'no');
});

longTest('keys of an input method do nothing in the search', async ({ page }) => {
  await open(page, lesson('sessions'));
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.fill('one');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  const before = await chosen.textContent();
  for (const key of ['ArrowDown', 'End', 'Enter', 'Escape'])
    await field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
  await expect(field).toHaveValue('one');
  await expect(chosen).toHaveText(before ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).not.toHaveText(before ?? '');
});
