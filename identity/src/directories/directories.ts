import { redirect } from '../account-area.ts';
import type { NotifyOwner } from '../account-news.ts';
import type { Account, AccountsStore } from '../accounts-store.ts';
import type { Brands } from '../brands.ts';
import { formStates } from '../form-states.ts';
import type { IdentityStore } from '../identity-store.ts';
import type { Progress } from '../interaction-progress.ts';
import { passwordVersion } from '../interaction-progress.ts';
import type { Log } from '../log.ts';
import { EMPTY_FORM, type FormState, notices } from '../pages/pages.ts';
import type { Pages } from '../pages/send.ts';
import { NO_PASSWORD } from '../passwords.ts';
import { emailOf } from '../sign-in.ts';
import type { InteractionRequest } from '../sign-in-parts.ts';
import { addressIn, type Decision, decide, domainOf, wasFresh } from './claims.ts';
import type {
  Arrival,
  Claims,
  DirectoriesStore,
  Directory,
  DirectoryKind,
  DirectoryPerson,
  DirectoryProtocol,
} from './directory.ts';
import { directoryPage } from './directory-pages.ts';
import { type Departures, departures } from './directory-states.ts';
import { directoryTexts } from './directory-texts.ts';
import { reasonOf } from './reason-of.ts';

/** Page of a log-in that leaves for a directory, and to which it comes back. */
export const DIRECTORY_PAGE = 'directory';

export interface DirectoriesOptions {
  store: IdentityStore;
  accounts: Pick<AccountsStore, 'findByEmail'>;
  protocols: Readonly<Record<DirectoryKind, DirectoryProtocol>>;
  brands: Brands;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
  notifyOwner: NotifyOwner;
}

/** Log-in at customers' own providers, found by the domain of an address. */
export function directories(options: DirectoriesOptions) {
  const { store, accounts, protocols, log, issuer } = options;
  const own: DirectoriesStore = store.directories;
  const away: Departures = departures(store.artifacts, options.now);
  const states = formStates(store.artifacts, options.now);
  const fresh = (params: Record<string, unknown>) =>
    params.max_age !== undefined ||
    String(params.prompt ?? '')
      .split(' ')
      .includes('login');

  /** The active directory of an address; the same work for every address of a domain. */
  async function ofAddress(email: string): Promise<Directory | null> {
    const directory = await own.ofDomain(domainOf(email));
    return directory === null || (await away.hasPass(email)) ? null : directory;
  }

  async function decided(directory: Directory, claims: Claims & { sub: string }): Promise<Decision> {
    const person = personOf(directory, claims.sub);
    const address = addressIn(claims, directory);
    const atAddress = 'email' in address ? await accounts.findByEmail(address.email) : null;
    return decide(claims, directory, {
      own: await own.accountOf(person),
      described: await own.described(person, 'email' in address ? address.email : null),
      ofAddress: atAddress,
      isOwned: atAddress !== null && (await own.ofAccount(atAddress.accountId)) !== null,
    });
  }

  /** Goes to the page that leaves for a directory. */
  async function lead({ uid, res, at }: InteractionRequest, directory: Directory, email: string): Promise<void> {
    await states.keep(uid, DIRECTORY_PAGE, { ...EMPTY_FORM, values: { email, directoryId: directory.directoryId } });
    redirect(res, at(DIRECTORY_PAGE));
  }

  async function depart(request: InteractionRequest, params: Record<string, unknown>): Promise<FormState | null> {
    const { uid, res, brand, at } = request;
    const { email = null, directoryId = '' } = (await states.of(uid, DIRECTORY_PAGE)).values;
    const directory = await own.byId(directoryId);
    if (directory === null || !directory.isActive) {
      redirect(res, at('sign-in'));
      return null;
    }
    const words = { directory: directory.name };
    try {
      const isFresh = fresh(params);
      const expected = await away.leave(directory.directoryId, { uid, tenantId: brand.tenant.tenantId }, isFresh);
      const to = await protocols[directory.kind].begin(directory, expected, { hint: email, fresh: isFresh });
      // Where there is no choice the browser goes on by itself.
      if (directory.isRequired) res.setHeader('refresh', `0; url=${to}`);
      options.pages.send(res, 200, {
        brand,
        title: directoryTexts.title(words),
        content: directoryPage({ directory, email, to, back: at('sign-in') }),
      });
      return null;
    } catch (error) {
      log.warn({ ...logged(request, directory), reason: reasonOf(error) }, 'a directory cannot be reached');
      return problem(directoryTexts.unreachable(words), email);
    }
  }

  /** Redeems a return. It counts in the browser and the log-in that left, and once. */
  async function arrive(request: InteractionRequest, query: URLSearchParams): Promise<Progress | FormState> {
    const state = query.get('state') ?? '';
    const departure = await away.find(state);
    const isOurs = departure !== null && 'uid' in departure.of && departure.of.uid === request.uid;
    const directory = isOurs ? await own.byId(departure.directoryId) : null;
    if (!isOurs || directory === null || !directory.isActive || !(await away.use(state)))
      return problem(notices().expired.text, null);
    const words = { directory: directory.name };
    let came: Arrival;
    try {
      came = await protocols[directory.kind].redeem(directory, query, { ...departure, state });
    } catch (error) {
      log.warn({ ...logged(request, directory), reason: reasonOf(error) }, 'a return from a directory was refused');
      return problem(directoryTexts.failed(words), null);
    }
    const { claims, logOutHint } = came;
    const decision = await decided(directory, claims);
    const refuse = (reason: Extract<Decision, { kind: 'refuse' }>['reason'] | 'not-fresh') => {
      log.info({ ...logged(request, directory), reason }, 'a log-in with a directory was refused');
      return problem(directoryTexts[reason](words), null);
    };
    if (!wasFresh(claims, departure)) return refuse('not-fresh');
    if (decision.kind === 'refuse') return refuse(decision.reason);
    const person = personOf(directory, claims.sub);
    const { directoryId } = directory;
    if (decision.kind === 'join')
      return {
        ...arrived(decision.account),
        directory: { directoryId, logOutHint, joins: { person, facts: decision.facts } },
      };
    const account =
      decision.kind === 'make'
        ? await own.make(person, decision.facts)
        : ((await own.follow(person, decision.facts))?.account ?? null);
    return account === null
      ? refuse('owned-elsewhere')
      : { ...arrived(account), directory: { directoryId, logOutHint } };
  }

  return {
    away,
    decided,
    lead,

    /**
     * Goes to the directory of an address, where it has one: always where it is required, and from the log-in page
     * unless a password was typed. By its domain alone, so that nobody learns who has an account.
     *
     * @returns whether it has answered
     */
    async leads(
      request: InteractionRequest,
      name: string,
      form: URLSearchParams,
      typedEmail: unknown,
    ): Promise<boolean> {
      const email = typeof typedEmail === 'string' ? emailOf(typedEmail) : null;
      const directory = email === null ? null : await ofAddress(email);
      if (email === null || directory === null) return false;
      if (!directory.isRequired && (name !== 'sign-in' || (form.get('password') ?? '') !== '')) return false;
      await lead(request, directory, email);
      return true;
    },

    /** The directory in which the owner of an account must log in. */
    async requiredFor({ accountId, email }: Account): Promise<Directory | null> {
      const both = [await own.ofDomain(domainOf(email)), await own.ofAccount(accountId)];
      const directory = both.find((one) => one?.isActive === true && one.isRequired) ?? null;
      return directory === null || (await away.hasPass(email)) ? null : directory;
    },

    /**
     * Leaves for the directory, or comes back from it.
     * @returns null when the page was sent; the progress of the log-in; or the log-in page with its problem
     */
    async page(request: InteractionRequest, params: Record<string, unknown>): Promise<Progress | FormState | null> {
      const query = new URL(request.req.url ?? '', issuer).searchParams;
      return query.has('state') ? arrive(request, query) : depart(request, params);
    },

    /**
     * Gives the account to the directory at the end of its first log-in there, after every step of the account itself.
     * The owner of an account with a password is notified; others had no way to log in before. @returns the log-in page when it belongs to another directory meanwhile
     */
    async join(
      { brand }: InteractionRequest,
      { accountId }: Account,
      { directoryId, joins }: NonNullable<Progress['directory']>,
    ) {
      if (joins === undefined) return null;
      const [directory, account] = [await own.byId(directoryId), await own.join(joins.person, accountId, joins.facts)];
      const words = { directory: directory?.name ?? '' };
      if (account === null) return problem(directoryTexts['owned-elsewhere'](words), null);
      if (account.passwordHash === NO_PASSWORD) return null;
      await options.notifyOwner(account, {
        kind: 'directory-joined',
        tenantId: brand.tenant.tenantId,
        link: `${issuer}account?tenant=${brand.tenant.tenantId}`,
        detail: words.directory,
        key: `directory-joined ${accountId} ${directoryId}`,
      });
      return null;
    },
  };
}

export type Directories = ReturnType<typeof directories>;

const personOf = ({ directoryId, issuer }: Directory, subject: string): DirectoryPerson => ({
  directoryId,
  issuer,
  subject,
});

/** `fed`: another provider has checked who the person is. */
const arrived = ({ accountId, passwordHash }: Account): Progress => ({
  accountId,
  amr: ['fed'],
  password: passwordVersion(passwordHash),
  done: [],
});

const problem = (text: string, email: string | null): FormState => ({
  values: email === null ? {} : { email },
  errors: {},
  problem: text,
});

const logged = ({ context }: InteractionRequest, { directoryId }: Directory) => ({
  correlationId: context.correlationId,
  directoryId,
});
