import { expect, test } from 'vitest';
import { MINUTE, type Someone, startAccounts, WRONG_CODE } from './accounts.fixture.ts';
import { Academy, Browser, LENA, mailTo, type Page, signInAs } from './identity.fixture.ts';

const { accountOf, confirmedPerson, database, linkOf, pass, running } = await startAccounts();

async function forgotten(email: string) {
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(academy.authorizeUrl());
  expect(page.text).toContain('Forgot your password?');
  const form = await browser.open(`${page.url}/forgot`);
  const sent = await browser.submit(form, { email });
  return { browser, academy, sent };
}

test('a password reset by mail answers every address alike', async () => {
  const person = await confirmedPerson();
  const { browser, academy, sent } = await forgotten(person.email);
  const nobody = await forgotten('nobody@example.org');
  const neutral = (page: Page) => page.text.replace(/\S+@example\.org/, '').replace(/[\w-]{40,}/g, '');
  expect(neutral(sent)).toBe(neutral(nobody.sent));
  expect(running.mails.some((mail) => mail.to === 'nobody@example.org')).toBe(false);

  const before = await signInAs(new Browser(running.issuer), new Academy(running), person);
  const page = await browser.open(linkOf(person.email, 'reset-password'));
  expect(page.url).toBe(`${running.issuer}reset`);
  expect((await browser.submit(page, { password: 'password' })).text).toContain('guessed first');
  const back = await browser.submit(page, { password: 'entirely other words now' });
  expect((await academy.exchange(back.url)).status).toBe(200);
  mailTo(running, person.email, 'password-changed');
  // Every earlier session has ended, and the old password is refused.
  expect((await new Academy(running).refresh(before.tokens.refresh_token)).status).toBe(400);
  const other = new Browser(running.issuer);
  const login = await other.open(new Academy(running).authorizeUrl());
  expect((await other.submit(login, person)).text).toContain('is wrong');
  expect((await browser.open(linkOf(person.email, 'reset-password'))).text).toContain('This link is no longer valid');
});

test('the link for a new password is valid once, for 30 minutes', async () => {
  const person = await confirmedPerson();
  await forgotten(person.email);
  const older = linkOf(person.email, 'reset-password');
  await forgotten(person.email);
  const newest = linkOf(person.email, 'reset-password');
  const browser = new Browser(running.issuer);
  expect((await browser.open(older)).text).toContain('This link is no longer valid');
  const page = await browser.open(newest);
  pass(31 * MINUTE);
  expect((await browser.submit(page, { password: 'entirely other words now' })).text).toContain('no longer valid');
  expect((await browser.open(`${running.issuer}reset?token=${'x'.repeat(43)}`)).status).toBe(400);
  expect((await browser.open(`${running.issuer}reset?token=a%22b`)).status).toBe(400);
  expect((await browser.open(`${running.issuer}reset`)).status).toBe(400);
  // A link for one purpose is not valid for another.
  expect((await browser.open(newest.replace('/reset?', '/confirm?'))).text).toContain('This link is no longer valid');
  await signInAs(new Browser(running.issuer), new Academy(running), person);
});

test('a new password in another browser does not sign in there', async () => {
  const person = await confirmedPerson();
  await forgotten(person.email);
  const phone = new Browser(running.issuer);
  const done = await phone.submit(await phone.open(linkOf(person.email, 'reset-password')), {
    password: 'entirely other words now',
  });
  expect(done.text).toContain('Your password is changed');
  expect((await phone.open(new Academy(running).authorizeUrl())).text).toContain('Log in to Spring Academy');
});

test('forms of mailed links from another site are refused', async () => {
  const person = await confirmedPerson();
  const { browser } = await forgotten(person.email);
  const page = await browser.open(linkOf(person.email, 'reset-password'));
  const foreign = { origin: 'https://evil.example' };
  expect((await browser.submit(page, { password: 'entirely other words now' }, foreign)).status).toBe(403);
  await signInAs(new Browser(running.issuer), new Academy(running), person);
});

async function accountPage(person: Someone, path = '') {
  const browser = new Browser(running.issuer);
  const page = await browser.open(`${running.issuer}account${path}?tenant=kube`);
  expect(page.text).toContain('Log in to Kube Academy');
  return { browser, page: await browser.submit(page, person) };
}

test('the account pages ask for a log-in and come back', async () => {
  const person = await confirmedPerson();
  const { page } = await accountPage(person);
  expect(new URL(page.url).pathname).toBe('/idp/account');
  expect(page.text).toContain('Your account - Kube Academy');
  expect(page.text).toContain(person.email);
  expect((await accountPage(person, '/password')).page.url).toBe(`${running.issuer}account/password`);
});

test('what changes the log-in asks for a log-in within ten minutes', async () => {
  const person = await confirmedPerson();
  const { browser } = await accountPage(person);
  expect((await browser.open(`${running.issuer}account/email`)).text).toContain('Change your e-mail address');
  pass(11 * MINUTE);
  const confirm = await browser.open(`${running.issuer}account/email`);
  expect(confirm.text).toContain('Confirm that it is you');
  expect(confirm.text).toContain(`value="${person.email}"`);
  const after = await browser.submit(confirm, person);
  expect(after.text).toContain('Change your e-mail address');
});

test('the return to the account pages leads nowhere else', async () => {
  const person = await confirmedPerson();
  const { browser } = await accountPage(person);
  for (const state of ['https://evil.example/', '//evil.example', '../../', 'nothing'])
    expect((await browser.open(`${running.issuer}account/back?state=${encodeURIComponent(state)}`)).url).toBe(
      `${running.issuer}account`,
    );
  expect((await browser.open(`${running.issuer}account/nothing`)).status).toBe(404);
  expect((await browser.request(`${running.issuer}account/password`, { method: 'DELETE' })).status).toBe(405);
});

test('changing the password needs the current one and ends all other sessions', async () => {
  const person = await confirmedPerson();
  const elsewhere = await signInAs(new Browser(running.issuer), new Academy(running), person);
  const { browser, page } = await accountPage(person, '/password');
  const password = 'a different set of words';
  expect((await browser.submit(page, { current: 'wrong one', password })).text).toContain('not your current password');
  expect((await browser.submit(page, { current: person.password, password: 'aaaaaaaa' })).text).toContain(
    'guessed first',
  );
  const foreign = { origin: running.originOf('spring') };
  expect((await browser.submit(page, { current: person.password, password }, foreign)).status).toBe(403);
  const done = await browser.submit(page, { current: person.password, password });
  expect(done.text).toContain('Your password is changed');
  mailTo(running, person.email, 'password-changed');
  expect((await new Academy(running).refresh(elsewhere.tokens.refresh_token)).status).toBe(400);
  expect((await browser.open(`${running.issuer}account`)).text).toContain('Your account');
  await signInAs(new Browser(running.issuer), new Academy(running), { ...person, password });
});

test('guesses at the current password are limited', async () => {
  const person = await confirmedPerson();
  const { browser, page } = await accountPage(person, '/password');
  let last = page;
  for (let guess = 0; guess < 11; guess += 1)
    last = await browser.submit(page, { current: `guess ${guess}`, password: 'a different set of words' });
  expect(last.text).toContain('Too many attempts');
});

test('a confirmed new address counts, and the old one can revert it', async () => {
  const person = await confirmedPerson();
  const to = `new-${person.email}`;
  const { browser, page } = await accountPage(person, '/email');
  const waiting = await browser.submit(page, { email: ` ${to.toUpperCase()}` });
  expect(await accountOf(person.email)).not.toBeNull();
  expect((await browser.submit(waiting, { code: 'wrong!' })).text).toContain(WRONG_CODE);
  const done = await browser.submit(waiting, { code: mailTo(running, to, 'change-email').detail ?? '' });
  expect(done.text).toContain('Your address is changed');
  expect(await accountOf(person.email)).toBeNull();
  await signInAs(new Browser(running.issuer), new Academy(running), { ...person, email: to });

  const owner = new Browser(running.issuer);
  const undo = await owner.open(linkOf(person.email, 'email-changed'));
  expect(undo.text).toContain('Restore your old address?');
  expect((await owner.submit(undo, {})).text).toContain('Your old address is restored');
  expect(await accountOf(to)).toBeNull();
  expect(await accountOf(person.email)).not.toBeNull();
  const audit = await database.pool.query(
    'select action from audit_event where target_id = (select account_id::text from account where email = $1) order by event_id',
    [person.email],
  );
  expect(audit.rows.map(({ action }) => action)).toEqual(['account.change-email', 'account.undo-email']);
});

test('the link to a new address works only for the person who requested it', async () => {
  const [person, other] = [await confirmedPerson(), await confirmedPerson()];
  const to = `new-${person.email}`;
  const { browser, page } = await accountPage(person, '/email');
  await browser.submit(page, { email: to });
  const stranger = await accountPage(other);
  expect((await stranger.browser.open(linkOf(to, 'change-email'))).text).toContain('There is nothing to confirm');
  const own = await browser.open(linkOf(to, 'change-email'));
  expect(own.text).toContain(to);
  expect((await browser.submit(own, {})).text).toContain('Your address is changed');
});

test('the address of another account is never taken over nor revealed', async () => {
  const person = await confirmedPerson();
  const { browser, page } = await accountPage(person, '/email');
  const waiting = await browser.submit(page, { email: LENA.email });
  expect(waiting.text).toContain('We sent an e-mail to');
  expect((await browser.submit(waiting, { code: '123456' })).text).toContain(WRONG_CODE);
  expect(running.mails.filter((mail) => mail.to === LENA.email && mail.kind === 'change-email')).toEqual([]);
  expect(await accountOf(person.email)).not.toBeNull();
});

test('a new device is announced by mail, the first one is not', async () => {
  const person = await confirmedPerson();
  const browser = new Browser(running.issuer);
  await signInAs(browser, new Academy(running), person);
  await browser.open(`${running.issuer}account`);
  const sent = () => running.mails.filter((mail) => mail.to === person.email && mail.kind === 'new-device');
  expect(sent()).toHaveLength(0);
  const login = await browser.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  await browser.submit(login, person);
  expect(sent()).toHaveLength(0);
  await signInAs(new Browser(running.issuer), new Academy(running), person);
  expect(sent()).toHaveLength(1);
});
