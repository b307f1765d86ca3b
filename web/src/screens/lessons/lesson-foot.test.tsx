import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { FavoriteButton } from '../../ui/favorite-button.tsx';
import { LessonFoot } from './lesson-foot.tsx';

const turn = { href: '/courses/tea/lessons/pot', title: 'Pot', word: 'Next' };

function Lesson() {
  const [done, setDone] = useState(false);
  const [isFavorite, setFavorite] = useState(false);
  const marking = { done, canMark: true, mark: () => setDone(true), word: 'Mark complete', undo: () => setDone(false) };
  return (
    <>
      <FavoriteButton
        subject={{ kind: 'lesson', id: 'water' }}
        title="Water"
        {...{ isFavorite }}
        onToggle={setFavorite}
      />
      <LessonFoot previous={null} next={turn} marking={marking} saving={null} />
    </>
  );
}

test('a double click completes a lesson, adds a favorite, and takes nothing back', async () => {
  await renderApp(<Lesson />);
  const undo = page.getByRole('button', { name: /^Completed/ });
  await page.getByRole('button', { name: 'Mark complete' }).dblClick();
  await expect.element(undo).toBeVisible();
  await page.getByRole('button', { name: 'Add Water to favorites' }).dblClick();
  await expect.element(page.getByRole('button', { name: /^Remove Water/ })).toBeVisible();
  undo.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Mark complete' })).toBeVisible();
});
