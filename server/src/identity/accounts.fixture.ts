import { afterFile } from '../testing/after-file.ts';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, mailTo, type Page, startIdentity } from './identity.fixture.ts';

export const MINUTE = 60_000;
export const WRONG_CODE = 'This code is wrong or no longer valid.';

export type Someone = Record<'email' | 'firstName' | 'lastName' | 'password', string>;

/** A provider with Lena's account on a database and a clock of its own, and steps of people with accounts. */
export async function startAccounts() {
  const database = await testDatabase();
  let clock = 0;
  const now = () => Date.now() + clock;
  const running = await startIdentity(database, { now });
  await running.identity.createAccount(LENA);
  afterFile(() => running.close());
  let people = 0;

  /** A person that no other test uses. */
  function somebody(): Someone {
    people += 1;
    const password = `quiet river ${people} lantern`;
    return { email: `p${people}@example.org`, firstName: 'Pia', lastName: 'Pohl', password };
  }

  async function registrationPage(browser: Browser, academy = new Academy(running)): Promise<Page> {
    return browser.open(academy.authorizeUrl({ prompt: 'create' }));
  }

  return {
    database,
    running,
    now,
    somebody,
    registrationPage,
    linkOf: (email: string, kind: Parameters<typeof mailTo>[2]) => mailTo(running, email, kind).link ?? '',
    codeOf: (email: string) => mailTo(running, email, 'verify-email').detail ?? '',
    accountOf: (email: string) => running.identity.findAccount(email),

    /** Sets the provider's clock forward. */
    pass(ms: number): void {
      clock += ms;
    },

    async confirmedPerson(): Promise<Someone> {
      const person = somebody();
      await running.identity.createAccount(person);
      return person;
    },

    /** Registers in a browser of its own, up to the page that waits for the mail. */
    async registerOnly(person: Someone) {
      const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
      const waiting = await browser.submit(await registrationPage(browser, academy), person);
      return { browser, academy, waiting };
    },
  };
}
