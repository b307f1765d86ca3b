import type { Database } from '../db/connect.ts';

/** Fifty people with texts that need care in files: tabs, newlines, backslashes, other scripts; and entries of several tables. */
export async function fillWithPeople({ $client: pool }: Database): Promise<void> {
  await pool.query(
    `insert into person (issuer, subject, email, first_name, last_name)
     select 'here', gen_random_uuid()::text, 'person-' || n || '@example.org', 'Person ' || n,
       (array[E'Tab\\there', E'New\\nline', E'Back\\\\slash \\\\. \\\\N', 'Größe 学习 🎓', ''])[1 + n % 5]
     from generate_series(1, 50) n`,
  );
  await pool.query(
    `insert into audit_event (action, target_kind, target_id, actor_name, details)
     select 'user.add', 'person', n::text, 'command line', jsonb_build_object('n', n, 'text', E'a\\tb\\n"c"')
     from generate_series(1, 200) n`,
  );
  await pool.query(
    `insert into outbox_mail (key, tenant_id, kind, recipient, subject, plain, html)
     select 'backup-' || n, 'spring', 'contact', 'a@example.org', 'Hello', repeat('text ', 20000), repeat('<p>x</p>', 10000)
     from generate_series(1, 60) n`,
  );
}
