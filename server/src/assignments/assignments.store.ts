import type { Assignment } from '@academy/contract/assignments-admin';
import type { DueTerms } from '@academy/contract/rules/due';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { assignment } from '../db/assignment-tables.ts';
import { learnerGroup } from '../db/group-tables.ts';
import { countForTable, ONE, rowsOfPage, type TablePage } from '../db/table-page.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

export type AssignmentRow = typeof assignment.$inferSelect;

/** An assignment with whom it is for. */
export interface TargetedAssignment {
  row: AssignmentRow;
  group: Assignment['group'];
  person: { personId: string; firstName: string; lastName: string; email: string } | null;
}

/** Somebody's assignment, and since when it is theirs. */
export interface Held {
  personId: string;
  assignmentId: string;
  /** The earliest membership that they have now; of an assignment to a person when it was made. */
  since: Date;
}

export type Terms = DueTerms & { mandatory: boolean };

/** The people of a group and its parts. */
export const peopleOfGroup = (groupId: SQL | string): SQL => sql`
  select person_id from group_member where group_id in (
    select g.group_id from learner_group g where g.group_id = ${groupId} or g.parent_group_id = ${groupId})`;

/** Assignments. Those that have ended are left out everywhere. */
export function assignmentsStore(db: Queries) {
  const rowsWhere = (where: SQL | undefined) =>
    db
      .select({
        row: assignment,
        group: { groupId: learnerGroup.groupId, name: learnerGroup.name },
        person: {
          personId: person.personId,
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
        },
      })
      .from(assignment)
      .leftJoin(learnerGroup, eq(learnerGroup.groupId, assignment.groupId))
      .leftJoin(person, eq(person.personId, assignment.personId))
      .where(where)
      .orderBy(sql`${assignment.dueOn} asc nulls last`, assignment.assignmentId);
  const isOf = (tenantId: string) => and(eq(assignment.tenantId, tenantId), isNull(assignment.endedAt));

  return {
    /**
     * One page, the next due date first, and the number on all pages.
     *
     * @param groupIds only those of these groups; null: all of the academy
     */
    async page(tenantId: string, groupIds: readonly string[] | null, page: TablePage) {
      const where = and(
        isOf(tenantId),
        groupIds === null ? undefined : sql`${assignment.groupId} = any(${sql.param(groupIds)}::uuid[])`,
      );
      const { limit, offset } = rowsOfPage(page);
      const [rows, total] = await Promise.all([
        rowsWhere(where).limit(limit).offset(offset),
        countForTable(db, db.select(ONE).from(assignment).where(where)),
      ]);
      return { rows: rows as TargetedAssignment[], total };
    },

    async byId(tenantId: string, assignmentId: string): Promise<TargetedAssignment | null> {
      const [row] = await rowsWhere(and(isOf(tenantId), eq(assignment.assignmentId, assignmentId)));
      return (row as TargetedAssignment | undefined) ?? null;
    },

    async byIds(tenantId: string, ids: readonly string[]): Promise<AssignmentRow[]> {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(assignment)
        .where(and(isOf(tenantId), inArray(assignment.assignmentId, [...ids])))
        .orderBy(asc(assignment.assignmentId));
    },

    async add(values: typeof assignment.$inferInsert): Promise<string> {
      const [row] = await db.insert(assignment).values(values).returning({ id: assignment.assignmentId });
      if (row === undefined) throw new Error('the assignment was not written');
      return row.id;
    },

    /** @returns whether it had not ended */
    async change(assignmentId: string, terms: Terms): Promise<boolean> {
      const done = await db
        .update(assignment)
        .set({ ...terms, changedAt: sql`now()` })
        .where(and(eq(assignment.assignmentId, assignmentId), isNull(assignment.endedAt)));
      return (done.rowCount ?? 0) > 0;
    },

    /** @returns whether it had not ended before */
    async end(assignmentId: string): Promise<boolean> {
      const done = await db
        .update(assignment)
        .set({ endedAt: sql`now()` })
        .where(and(eq(assignment.assignmentId, assignmentId), isNull(assignment.endedAt)));
      return (done.rowCount ?? 0) > 0;
    },

    /** What people have: by their groups, by the groups that these are parts of, and their own. */
    async heldBy(tenantId: string, personIds: readonly string[], only?: string): Promise<Held[]> {
      const people = sql`any(${sql.param(personIds)}::uuid[])`;
      const isIt = sql`a.tenant_id = ${tenantId} and a.ended_at is null ${only === undefined ? sql`` : sql`and a.assignment_id = ${only}`}`;
      const { rows } = await db.execute<{ personId: string; assignmentId: string; since: string }>(sql`
        select person_id as "personId", assignment_id as "assignmentId", min(since) as since from (
          select m.person_id, a.assignment_id, m.added_at as since
          from group_member m join assignment a on a.group_id = m.group_id where m.person_id = ${people} and ${isIt}
          union all
          select m.person_id, a.assignment_id, m.added_at
          from group_member m join learner_group g on g.group_id = m.group_id
            join assignment a on a.group_id = g.parent_group_id where m.person_id = ${people} and ${isIt}
          union all
          select a.person_id, a.assignment_id, a.created_at
          from assignment a where a.person_id = ${people} and ${isIt}
        ) held group by person_id, assignment_id`);
      return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
    },

    /** How many people have an assignment. */
    async countPeople({ groupId }: Pick<AssignmentRow, 'groupId'>): Promise<number> {
      if (groupId === null) return 1;
      const { rows } = await db.execute<{ people: number }>(
        sql`select count(distinct person_id)::integer as people from (${peopleOfGroup(groupId)}) members`,
      );
      return rows[0]?.people ?? 0;
    },
  };
}
