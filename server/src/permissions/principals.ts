import { ABILITIES, type Ability } from '@academy/contract/abilities';
import type { Call } from '@academy/contract/call';
import type { Principal } from '@academy/contract/permissions';
import { ContentKindSchema } from '@academy/contract/publishing';
import type { Role } from '@academy/contract/role-names';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import { endViewAs } from '@academy/contract/view-as';
import { eq } from 'drizzle-orm';
import { roleGrant } from '../db/role-tables.ts';
import { person, personalAccessToken } from '../db/tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import { anImpersonation, GROUP } from './permission-records.ts';

/** The academy that every call is about; `kube` is the other one. */
export const TENANT = 'spring';

/** A principal in a test: what it sends, and which person it is. */
export interface Made {
  bearer: string | undefined;
  who: TestPerson | null;
}

export type Makers = Record<Principal, (call: Call) => Promise<Made>>;

const DAY_S = 86_400;

interface OfToken {
  admin?: boolean;
  roles?: readonly HeldRole[];
  without?: boolean;
  tenant?: string;
}

/** Scopes with everything that the samples name in `spring`, and with nothing of it. */
const SPRING = ContentKindSchema.options.map((kind) => `${kind}:spring-*`);
const OTHERS = ['course:other-course', 'page:other-*'];

const held = (role: Role, scopes: readonly string[], tenantId = TENANT): HeldRole[] =>
  scopes.map((scope) => ({ role, tenantId, scope }));

/** Makes the people and tokens that principals are. */
function peopleOf(app: TestApp) {
  const { db } = app.database;

  /** A token that publishes within scopes and can do nothing else. */
  async function publishing(roles: readonly HeldRole[], scopes: readonly string[]): Promise<Made> {
    const who = await app.aPerson({ roles });
    return { bearer: await app.aToken(who, TENANT, ['content:write'], scopes), who };
  }

  async function view(): Promise<Made> {
    const who = await app.aPerson();
    return { bearer: await anImpersonation(app, who), who };
  }

  async function session(
    role: Parameters<typeof app.aPerson>[0],
    override: Parameters<TestPerson['bearer']>[0] = {},
  ): Promise<Made> {
    const who = await app.aPerson(role);
    // A session of its own, because one call ends it.
    return { bearer: await who.bearer({ grantId: crypto.randomUUID(), ...override }), who };
  }

  async function token(call: Call, how: OfToken): Promise<Made> {
    const who = await app.aPerson({ admin: how.admin ?? false, roles: how.roles ?? [] });
    const abilities = ABILITIES.filter((ability) => !how.without || ability !== call.ability) as Ability[];
    return { bearer: await app.aToken(who, how.tenant ?? TENANT, abilities), who };
  }

  async function demote(who: TestPerson | null): Promise<void> {
    await db
      .update(person)
      .set({ isAdmin: false })
      .where(eq(person.personId, who?.personId ?? ''));
  }

  function ownedBy(who: TestPerson | null) {
    return eq(personalAccessToken.personId, who?.personId ?? '');
  }

  return { publishing, view, session, token, demote, ownedBy };
}

/** Makes a principal for one call: a new person. */
export function makersOf(app: TestApp): Makers {
  const { db } = app.database;
  const { publishing, view, session, token, demote, ownedBy } = peopleOf(app);
  return {
    visitor: async () => ({ bearer: undefined, who: null }),
    user: () => session({}),
    pro: () => session({ pro: true }),
    expiredPro: () => session({ expiredPro: true }),
    admin: () => session({ admin: true }),
    async exAdmin() {
      const made = await session({ admin: true });
      await demote(made.who);
      return made;
    },
    token: (call) => token(call, { admin: true }),
    tokenWithoutAbility: (call) => token(call, { admin: true, without: true }),
    tokenOfOtherTenant: (call) => token(call, { admin: true, tenant: 'kube' }),
    tokenOfUser: (call) => token(call, {}),
    async tokenOfExAdmin(call) {
      const made = await token(call, { admin: true });
      await demote(made.who);
      return made;
    },
    author: () => session({ roles: held('author', SPRING) }),
    authorOfOthers: () => session({ roles: held('author', OTHERS) }),
    authorElsewhere: () => session({ roles: held('author', ['*'], 'kube') }),
    instructor: () => session({ roles: held('instructor', ['course:spring-course']) }),
    instructorOfOthers: () => session({ roles: held('instructor', ['course:spring-draft']) }),
    instructorElsewhere: () => session({ roles: held('instructor', ['*'], 'kube') }),
    manager: () => session({ roles: held('manager', [`group:${GROUP}`]) }),
    managerOfOthers: () => session({ roles: held('manager', [`group:${crypto.randomUUID()}`]) }),
    managerElsewhere: () => session({ roles: held('manager', [`group:${GROUP}`], 'kube') }),
    academyAdmin: () => session({ roles: held('academy-admin', ['*']) }),
    academyAdminElsewhere: () => session({ roles: held('academy-admin', ['*'], 'kube') }),
    tokenOfAuthor: () => publishing(held('author', ['*']), SPRING),
    tokenOfAuthorOfOthers: () => publishing(held('author', ['*']), OTHERS),
    async tokenOfExAuthor() {
      const made = await publishing(held('author', ['*']), SPRING);
      await db.delete(roleGrant).where(eq(roleGrant.personId, made.who?.personId ?? ''));
      return made;
    },
    tokenOfAcademyAdmin: (call) => token(call, { roles: held('academy-admin', ['*']) }),
    async expiredToken(call) {
      const made = await token(call, { admin: true });
      const past = new Date(Date.now() - 1_000);
      await db.update(personalAccessToken).set({ expiresAt: past }).where(ownedBy(made.who));
      return made;
    },
    async revokedToken(call) {
      const made = await token(call, { admin: true });
      await db.delete(personalAccessToken).where(ownedBy(made.who));
      return made;
    },
    idToken: () => session({}, { type: null, audience: 'academy-spring' }),
    expired: () => session({ admin: true }, { expiresIn: -60 }),
    forged: () => session({ admin: true }, { forged: true }),
    wrongAudience: () => session({ admin: true }, { audience: 'somewhere-else' }),
    wrongIssuer: () => session({ admin: true }, { issuer: 'https://evil.example.org/' }),
    notYetValid: () => session({ admin: true }, { notBefore: DAY_S, expiresIn: 2 * DAY_S }),
    unsigned: () => session({ admin: true }, { unsigned: true }),
    async endedSession() {
      app.endedGrants.add('ended');
      return session({ admin: true }, { grantId: 'ended' });
    },
    view,
    async endedView() {
      const made = await view();
      await app.call(endViewAs, {}, { tenant: TENANT, bearer: made.bearer ?? '' });
      return made;
    },
  };
}
