import { ROLES, type Role } from '@academy/contract/role-names';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { useAreas, useMe } from '../../api/people.ts';
import { useRoleChanges } from '../../api/roles.ts';
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
  const [login, setLogin] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isWhole = role === 'academy-admin';

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFailure(null);
    try {
      const to = userId === undefined ? { login } : { userId };
      const body = { to, role, everywhere: academy === EVERY, scope: isWhole ? '*' : scope.trim() };
      await give(body, academy === EVERY ? tenantId : academy);
      addToast({ type: 'success', message: roleTexts.given, autoClose: true });
      setScope('');
      setLogin('');
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <form className={css.form} aria-label={roleTexts.giveTitle} onSubmit={(event) => void onSubmit(event)}>
      <div className={css.fields}>
        {userId === undefined && (
          <Field label={roleTexts.login}>
            {(control) => (
              <input
                {...control}
                type="email"
                required
                autoComplete="off"
                value={login}
                onChange={({ target }) => setLogin(target.value)}
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
