import { Suspense, useState } from 'react';
import { type RoleGrant, useRoleChanges, useRoles } from '../../api/roles.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { GiveRole } from './give-role.tsx';
import { academyText, roleText } from './role-names.ts';
import { roleTexts } from './role-texts.ts';
import css from './roles.module.css';

interface RolesProps {
  /** The academy that is administered. */
  tenantId: string;
  /** Whose roles they are; left out: everybody's. */
  userId?: string;
}

/** Roles with a scope: the list, a form for one more, and their end. */
export function Roles(props: RolesProps) {
  return (
    <div className={css.roles}>
      <Suspense fallback={<Spinner label={roleTexts.loading} />}>
        <RoleList {...props} />
      </Suspense>
      <GiveRole {...props} />
    </div>
  );
}

function RoleList({ tenantId, userId }: RolesProps) {
  const roles = useRoles(tenantId, userId);
  const { end } = useRoleChanges(tenantId);
  const [ended, setEnded] = useState<RoleGrant | null>(null);
  if (roles.length === 0)
    return <p className={css.muted}>{userId === undefined ? roleTexts.none : roleTexts.noneHere}</p>;
  return (
    <>
      <ul className={css.list}>
        {roles.map((grant) => (
          <li key={grant.grantId}>
            <div>
              {userId === undefined && <p dir="auto">{holderOf(grant)}</p>}
              <p>
                <strong>{roleText(grant.role)}</strong>
                {grant.scope !== '*' && <code className={css.scope}>{grant.scope}</code>}
              </p>
              <p className={css.muted}>
                {academyText(grant.tenantId)}
                {userId !== undefined && grant.group !== null && ` · ${roleTexts.byGroup({ name: grant.group.name })}`}
              </p>
            </div>
            {(userId === undefined || grant.group === null) && (
              <Button aria-label={roleTexts.endOf({ role: roleText(grant.role) })} onClick={() => setEnded(grant)}>
                {roleTexts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ended !== null && (
        <Confirm
          open
          title={roleTexts.endTitle({ role: roleText(ended.role) })}
          action={roleTexts.end}
          onConfirm={async () => {
            await end(ended.grantId);
            addToast({ type: 'success', message: roleTexts.ended, autoClose: true });
          }}
          onClose={() => setEnded(null)}
          onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
        >
          <p>{roleTexts.endText}</p>
        </Confirm>
      )}
    </>
  );
}

function holderOf({ person, group }: RoleGrant): string {
  if (person === null) return roleTexts.group({ name: group?.name ?? '' });
  return person.name === '' ? person.login : `${person.name} (${person.login})`;
}
