import type { LabOpenKind, LabProblem, LabProviderName, LabSnapshot } from '@academy/contract/labs';
import type { LabWarning } from '@academy/contract/labs-admin';

/** Where a lab is, as its lesson or guide says. */
export interface LabRequest {
  /** Address of a lab on another platform. */
  labUrl: string | null;
  /** Stands for the learner and tells nothing about him or her; differs from platform to platform. */
  learnerAt(host: string): string;
}

/** How a page opens a lab. */
export interface LabOpening {
  kind: LabOpenKind;
  /** Null for labs that the page runs by itself, and for those that have an address only when they run. */
  url: string | null;
}

/** A file of the learner, its path relative to the home folder. */
export type LabFile = LabSnapshot['files'][number];

/** What a session needs to be started. */
export interface LabStart {
  /** Name of the workshop. */
  workshop: string;
  learnerAt(host: string): string;
  /** Page of ours that a lab in a frame leads to when it has ended. */
  returnUrl: string;
  /** Address of ours that is told what happens in the lab; known to nobody else. */
  eventsUrl: string;
  /** What lies in the home folder: by its author, and by the learner's last visit; for labs that run on this server. */
  files: { beginning: readonly LabFile[]; kept: readonly LabFile[] | null };
}

/** What stands behind a session at this moment. */
export interface LabCondition {
  state: 'starting' | 'waiting' | 'running' | 'ending';
  /** When it ends by itself; null: never. */
  expiresAt: Date | null;
  /** Until when it can be extended; null: never ends, or nobody knows. */
  deadline: Date | null;
  /** Near its end. */
  expiring: boolean;
  extendable: boolean;
}

export interface StartedLab extends LabCondition {
  /** Name under which the provider knows the session; null when nothing stands behind it. */
  reference: string | null;
  /** What a frame opens; null for labs that the page runs by itself. */
  url: string | null;
}

/** What runs the sessions of a provider. Whatever goes wrong is a `LabFailure`. */
export interface LabSessions {
  /** Starts what a session needs. The same learner and workshop again has the same session. */
  start(request: LabStart): Promise<StartedLab>;
  /** @returns null when nothing is left of it */
  status(reference: string): Promise<LabCondition | null>;
  /** Asks for more time. @returns null when nothing is left of it */
  extend(reference: string): Promise<(LabCondition & { extended: boolean }) | null>;
  /** Ends it; what has ended already is no failure. */
  terminate(reference: string): Promise<void>;
}

/** How a place of a provider is. */
export interface LabPlaceHealth {
  /** Of a portal, as the settings call it; null where there is one place only. */
  name: string | null;
  host: string | null;
  /** Null: it answers. */
  problem: LabProblem | null;
  /** Sessions that it has, and may have; null where nobody tells. */
  sessions: number | null;
  maximum: number | null;
  /** What an operator should know although it answers. */
  warning: LabWarning | null;
}

/** What runs labs. The academy keeps the sessions, a provider what stands behind them. */
export interface LabProvider {
  readonly name: LabProviderName;
  open(request: LabRequest): LabOpening;
  /** Null: this provider's labs have no sessions here. */
  readonly sessions: LabSessions | null;
  /** Whether its places answer now; one that does not is told with its problem, never thrown. */
  health(): Promise<LabPlaceHealth[]>;
}

/** Something that a provider did not do, by the one list of reasons; `cause` is for the log. */
export class LabFailure extends Error {
  readonly problem: LabProblem;

  constructor(problem: LabProblem, detail: string, options?: ErrorOptions) {
    super(`${problem}: ${detail}`, options);
    this.name = 'LabFailure';
    this.problem = problem;
  }
}
