import { ROLES, type Role } from '@academy/contract/role-names';
import { useState } from 'react';
import { useAreas, useMe } from '../../api/people.ts';
import { useRoleChanges } from '../../api/roles.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { academyText, roleText } from './role-names.ts';
import { roleTexts } from './role-texts.ts';
import css from './roles.module.css';

/** The value of the choice of every academy. */
const EVERY = '*';
const HINTS: Readonly<Record<Role, () => string>> = {
  author: () => roleTexts.authorHint,
  instructor: () => roleTexts.instructorHint,
  manager: () => roleTexts.managerHint,
  'academy-admin': () => roleTexts.adminHint,
};

interface GiveRoleProps {
  tenantId: string;
  /** Who gets the role; left out: the address is asked for. */
  userId?: string;
}

/** The form that gives a role with a scope. */
export function GiveRole({ tenantId, userId }: GiveRoleProps) {
  const me = useMe();
  const academies = Object.keys(useConfig().tenantOrigins);
  const { give } = useRoleChanges(tenantId);
  // Whoever looks after a group alone chooses its instructors.
  const mayAll = useAreas().includes('audit');
  const choices = mayAll ? ROLES : (['instructor'] as const);
  const [role, setRole] = useState<Role>(choices[0]);
  const [academy, setAcademy] = useState(tenantId);
  const [scope, setScope] = useState('');
  const [isGroup, setIsGroup] = useState(false);
  const [holder, setHolder] = useState('');
  const { failure, isPending, submit } = useSubmit(() => null);
  const isWhole = role === 'academy-admin';

  const send = async () => {
    const to = userId === undefined ? named(holder.trim(), isGroup) : { userId };
    const body = { to, role, everywhere: academy === EVERY, scope: isWhole ? '*' : scope.trim() };
    await give(body, academy === EVERY ? tenantId : academy);
    addToast({ type: 'success', message: roleTexts.given, autoClose: true });
    setScope('');
    setHolder('');
  };

  return (
    <form
      className={css.form}
      aria-label={roleTexts.giveTitle}
      onSubmit={(event) => void submit(event, () => ({}), send)}
    >
      <div className={css.fields}>
        {userId === undefined && me?.isAdmin === true && (
          <Field label={roleTexts.to}>
            {(control) => (
              <select
                {...control}
                value={isGroup ? 'group' : 'person'}
                onChange={({ target }) => setIsGroup(target.value === 'group')}
              >
                <option value="person">{roleTexts.person}</option>
                <option value="group">{roleTexts.groupOf}</option>
              </select>
            )}
          </Field>
        )}
        {userId === undefined && (
          <Field
            label={isGroup ? roleTexts.groupName : roleTexts.login}
            {...(isGroup ? { hint: roleTexts.groupHint } : {})}
          >
            {(control) => (
              <input
                {...control}
                type={isGroup ? 'text' : 'email'}
                required
                autoComplete="off"
                value={holder}
                onChange={({ target }) => setHolder(target.value)}
              />
            )}
          </Field>
        )}
        <Field label={roleTexts.role}>
          {(control) => (
            <select {...control} value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {choices.map((one) => (
                <option key={one} value={one}>
                  {roleText(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {me?.isAdmin === true && (
          <Field label={roleTexts.academy}>
            {(control) => (
              <select {...control} value={academy} onChange={({ target }) => setAcademy(target.value)}>
                {academies.map((one) => (
                  <option key={one} value={one}>
                    {academyText(one)}
                  </option>
                ))}
                <option value={EVERY}>{roleTexts.everyAcademy}</option>
              </select>
            )}
          </Field>
        )}
        {!isWhole && (
          <Field label={roleTexts.scope} hint={HINTS[role]()}>
            {(control) => (
              <input
                {...control}
                required
                autoComplete="off"
                spellCheck={false}
                value={scope}
                onChange={({ target }) => setScope(target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {isWhole && <p className={css.muted}>{HINTS[role]()}</p>}
      <div role="alert">{failure !== null && <p className={css.failure}>{failure}</p>}</div>
      <div>
        <Button type="submit" disabled={isPending}>
          {roleTexts.give}
        </Button>
      </div>
    </form>
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A person by the sign-in address, or a group by its name or id. */
function named(holder: string, isGroup: boolean) {
  if (!isGroup) return { login: holder };
  return UUID.test(holder) ? { groupId: holder } : { groupName: holder };
}
