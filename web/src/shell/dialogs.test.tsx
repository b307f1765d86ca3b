import { TEXTS } from '@academy/contract/errors';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import Dialogs from './dialogs.tsx';

const closed = { alert: null, denied: { show: false, clossable: true }, modal: null };
const shown = (props: Partial<Parameters<typeof Dialogs>[0]>) =>
  renderToStaticMarkup(<Dialogs {...closed} {...props} />);

test('the alert modal is titled Warning for danger and Success for all else, and shows HTML', () => {
  const danger = shown({ alert: { type: 'danger', message: '<p>It <b>failed</b></p>' } });
  expect(danger).toContain('>Warning</h2>');
  expect(danger).toContain('<p>It <b>failed</b></p>');
  expect(shown({ alert: { type: 'success', message: 'Done' } })).toContain('>Success</h2>');
});

test('the Access Denied modal can be closed unless it says otherwise', () => {
  const text = (clossable: boolean) => {
    const markup = shown({ denied: { show: true, clossable } });
    return markup.slice(markup.indexOf('>Access Denied<'));
  };
  expect(text(true)).toContain(TEXTS.accessDenied);
  expect(text(true).match(/<button/g)).toHaveLength(2);
  expect(text(false)).toContain(TEXTS.accessDenied);
  expect(text(false)).not.toContain('<button');
});
