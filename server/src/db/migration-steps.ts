import { commentOf, concurrentIndexOf, statementsOf } from './migration-file.ts';

/**
 * What a step does to the table that it changes while the academy runs:
 *
 * - `quick`: a short lock at most, whatever the number of rows
 * - `beside`: reads every row while reads and writes go on
 * - `writes`: reads every row while writes wait
 * - `all`: reads every row while reads and writes wait
 * - `rewrite`: writes every row anew while reads and writes wait
 * - `rows`: changes rows, which others may not change until the migration ends
 */
export type StepCost = 'quick' | 'beside' | 'writes' | 'all' | 'rewrite' | 'rows';

export interface MigrationStep {
  /** In words, for operators: `adds person.language`. */
  about: string;
  /** Null for functions and extensions. */
  table: string | null;
  cost: StepCost;
  /** A server of the edition before fails on it: a column or table goes away, is renamed, or gets a rule. */
  isBreaking: boolean;
}

type Draft = Omit<MigrationStep, 'isBreaking'> & { isBreaking?: boolean };
type Rule = [pattern: RegExp, step: (found: string[], statement: string) => Draft];

const NAME = '(?:"?public"?\\.)?"?([a-z_][a-z0-9_]*)"?';
const of = (source: string): RegExp => new RegExp(`^${source.replaceAll('NAME', NAME).replaceAll(' ', '\\s+')}`, 'i');

/** Defaults that are computed for each row, which rewrites the table; `now()` is computed once. */
const PER_ROW = /generated\s+always\s+as|default\s+(?:gen_random_uuid|random|clock_timestamp|nextval)\s*\(/i;

/** The first rule that fits a statement says what it does. */
const RULES: readonly Rule[] = [
  [of('create table (?:if not exists )?NAME'), ([table = '']) => ({ about: `creates ${table}`, table, cost: 'quick' })],
  [
    of('create (?:unique )?index (concurrently )?(?:if not exists )?NAME on NAME'),
    ([beside, index = '', table = '']) => ({
      about: `builds the index ${index}`,
      table,
      cost: beside === undefined ? 'writes' : 'beside',
    }),
  ],
  [
    of('alter index (?:if exists )?NAME set \\('),
    ([index = '']) => ({ about: `changes a setting of the index ${index}`, table: null, cost: 'quick' }),
  ],
  [
    of('alter table (?:only )?NAME add column (?:if not exists )?NAME'),
    ([table = '', column = ''], statement) => ({
      about: `adds ${table}.${column}`,
      table,
      cost: PER_ROW.test(statement) ? 'rewrite' : 'quick',
    }),
  ],
  [
    of('alter table (?:only )?NAME add constraint NAME'),
    ([table = '', name = ''], statement) => {
      const isUnique = /\b(?:primary\s+key|unique)\b/i.test(statement);
      const isLater = /\bnot\s+valid\b/i.test(statement) || /\busing\s+index\b/i.test(statement);
      return {
        about: `adds the rule ${name}`,
        table,
        cost: isLater ? 'quick' : /\bforeign\s+key\b/i.test(statement) ? 'writes' : 'all',
        // Keys of a new table and references come with the code that keeps them.
        isBreaking: !isUnique && /\bcheck\b/i.test(statement),
      };
    },
  ],
  [
    of('alter table (?:only )?NAME validate constraint NAME'),
    ([table = '', name = '']) => ({ about: `checks the rule ${name}`, table, cost: 'beside' }),
  ],
  [
    of('alter table (?:only )?NAME alter column NAME (?:set data )?type'),
    ([table = '', column = '']) => ({
      about: `changes the type of ${table}.${column}`,
      table,
      cost: 'rewrite',
      isBreaking: true,
    }),
  ],
  [
    of('alter table (?:only )?NAME alter column NAME set not null'),
    ([table = '', column = '']) => ({
      about: `makes ${table}.${column} required`,
      table,
      cost: 'all',
      isBreaking: true,
    }),
  ],
  [
    of('alter table (?:only )?NAME (?:alter column NAME )?drop (?:expression|default|not null)'),
    ([table = '', column = '']) => ({ about: `changes ${table}.${column}`, table, cost: 'quick' }),
  ],
  [
    of('alter table (?:only )?NAME drop constraint (?:if exists )?NAME'),
    ([table = '', name = '']) => ({ about: `drops the rule ${name}`, table, cost: 'quick' }),
  ],
  [
    of('alter table (?:only )?NAME drop (?:column )?(?:if exists )?NAME'),
    ([table = '', column = '']) => ({ about: `drops ${table}.${column}`, table, cost: 'quick', isBreaking: true }),
  ],
  [
    of('alter table (?:only )?NAME rename'),
    ([table = '']) => ({ about: `renames in ${table}`, table, cost: 'quick', isBreaking: true }),
  ],
  [of('alter table (?:only )?NAME'), ([table = '']) => ({ about: `changes ${table}`, table, cost: 'quick' })],
  [
    of('drop table (?:if exists )?NAME'),
    ([table = '']) => ({ about: `drops ${table}`, table, cost: 'quick', isBreaking: true }),
  ],
  [
    of('drop index (?:concurrently )?(?:if exists )?NAME'),
    ([index = '']) => ({ about: `drops the index ${index}`, table: null, cost: 'quick' }),
  ],
  [of('update (?:only )?NAME'), ([table = '']) => ({ about: `updates ${table}`, table, cost: 'rows' })],
  [of('delete from (?:only )?NAME'), ([table = '']) => ({ about: `deletes from ${table}`, table, cost: 'rows' })],
  [of('insert into NAME'), ([table = '']) => ({ about: `fills ${table}`, table, cost: 'rows' })],
];

/** What a migration does, step by step. Tables that it creates itself are empty, so that each step on them is quick. */
export function stepsOf(sql: string): MigrationStep[] {
  const steps = statementsOf(sql).flatMap((statement) => stepsIn(statement));
  const created = new Set(
    steps.filter(({ about, table }) => table !== null && about === `creates ${table}`).map(({ table }) => table),
  );
  return steps.map((step) => ({
    ...step,
    cost: created.has(step.table) && step.cost !== 'rows' ? 'quick' : step.cost,
    isBreaking: step.isBreaking && !created.has(step.table),
  }));
}

function stepsIn(statement: string): MigrationStep[] {
  // The statements of a block are looked for one by one.
  if (/^do\s+\$/i.test(statement)) return statement.split(/;|\bbegin\b/i).flatMap((part) => known(part.trim()));
  const found = known(statement);
  return found.length > 0
    ? found
    : [
        {
          about: `runs "${statement.slice(0, 60).replaceAll(/\s+/g, ' ')}"`,
          table: null,
          cost: 'quick',
          isBreaking: false,
        },
      ];
}

function known(statement: string): MigrationStep[] {
  for (const [pattern, make] of RULES) {
    const found = pattern.exec(statement);
    if (found !== null) return [{ isBreaking: false, ...make(found.slice(1), statement) }];
  }
  return [];
}

/** One sentence: the comment at the top of the file, or what its steps do. */
export function describeMigration(sql: string): string {
  const comment = commentOf(sql);
  if (comment !== '') return comment;
  const abouts = [
    ...new Set(
      stepsOf(sql)
        .filter(isWorthNaming)
        .map(({ about }) => about),
    ),
  ];
  const named = abouts.slice(0, 4).join(', ');
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}${abouts.length > 4 ? `, and ${abouts.length - 4} more` : ''}.`;
}

/** Rules and indexes of a table that is created here go without saying. */
const isWorthNaming = ({ about, cost }: MigrationStep): boolean =>
  cost !== 'quick' || !/^(?:builds the index|adds the rule|runs)/.test(about);

/** Tables that grow with learners: a migration must not lock one for longer than a second on a million rows. */
export const LARGE_TABLES: readonly string[] = [
  'account',
  'account_session',
  'audit_event',
  'certificate',
  'favorite',
  'feedback',
  'identity_artifact',
  'knowledge_check_attempt',
  'lab_event',
  'lab_session',
  'notice',
  'notice_choice',
  'outbox_mail',
  'page_view',
  'person',
  'progress_event',
  'review_question',
  'voucher_request',
  'webhook_delivery',
];

/** A comment that gives the reason for a lock: `-- locks person: the column is empty everywhere`. */
const REASON = /^--\s*locks\s+([a-z_]+):\s*\S/gim;

/**
 * What is wrong with a new migration: steps that lock a large table without a reason, and statements outside a transaction
 * that cannot be repeated. One sentence each.
 */
export function migrationProblems(sql: string, isOutside: boolean): string[] {
  const reasons = new Set([...sql.matchAll(REASON)].map(([, table]) => table));
  const locks = stepsOf(sql)
    .filter(({ cost, table }) => table !== null && LARGE_TABLES.includes(table) && !['quick', 'beside'].includes(cost))
    .filter(({ table }) => !reasons.has(table ?? ''))
    .map(({ about, table }) => `${about}, which locks ${table}: give the reason in a line "-- locks ${table}: ..."`);
  const statements = statementsOf(sql);
  const order = isOutside
    ? statements
        .filter(
          (statement) => !/\bif\s+(?:not\s+)?exists\b|\bvalidate\s+constraint\b|^update\b|^delete\b/i.test(statement),
        )
        .map((statement) => `"${statement.slice(0, 60)}" cannot be repeated: write "if not exists" or "if exists"`)
    : statements
        .filter(
          (statement) => concurrentIndexOf(statement) !== null || /^drop\s+index\s+concurrently\b/i.test(statement),
        )
        .map(() => 'an index is built concurrently: begin the file with "-- outside a transaction"');
  return [...locks, ...order];
}
