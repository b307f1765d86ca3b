import * as v from 'valibot';
import { defineCall } from './call.ts';

/** A step of a lab, with what its page shows and no more. */
export const RunningStepSchema = v.object({
  /** Title of its page. */
  page: v.string(),
  text: v.string(),
  state: v.picklist(['open', 'failed', 'done']),
  tries: v.number(),
  /** Of the last try of a check. */
  exitStatus: v.nullable(v.number()),
  /** The author's, once the step has failed and is not done. */
  hint: v.nullable(v.string()),
});
export type RunningStep = v.InferOutput<typeof RunningStepSchema>;

export const getRunningLab = defineCall({
  name: 'getRunningLab',
  method: 'GET',
  path: '/labs/running',
  summary: "The learner's running lab in this academy with the state of its steps; null when none runs here.",
  who: 'user',
  reach: 'own',
  ability: 'learning:read',
  tenant: true,
  viewable: false,
  loader: false,
  reply: v.object({
    lab: v.nullable(
      v.object({
        title: v.string(),
        /** Path of its lesson or guide. */
        path: v.string(),
        startedAt: v.string(),
        expiresAt: v.nullable(v.string()),
        steps: v.array(RunningStepSchema),
      }),
    ),
  }),
});
