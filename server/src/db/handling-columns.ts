import { text } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** Columns of a message that administrators handle. */
export const handling = () => ({
  /** open, answered or closed. */
  state: text('state').notNull().default('open'),
  /** For administrators only. */
  note: text('note').notNull().default(''),
  /** What was answered by mail; empty: nothing. */
  answer: text('answer').notNull().default(''),
  /** Address of the administrator who last changed it; null: nobody has. */
  handledBy: text('handled_by'),
  handledAt: moment('handled_at'),
});
