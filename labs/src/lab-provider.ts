import type { LabOpenKind, LabProblem, LabProviderName, LabSnapshot } from '@academy/contract/labs';
import type { LabWarning } from '@academy/contract/labs-admin';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import type { LabPackOf, LabSetup } from './lab-files/lab-setup.ts';

/** Location of a lab, as in its lesson or guide. */
export interface LabRequest {
  /** Address of a lab on another platform. */
  labUrl: string | null;
  /** A pseudonym of the learner, different on each platform. */
  learnerAt(host: string): string;
}

/** How a page opens a lab. */
export interface LabOpening {
  kind: LabOpenKind;
  /** Null for labs that the page runs itself, and for those that get an address only when they run. */
  url: string | null;
}

/** A file of the learner, its path relative to the home folder. */
export type LabFile = LabSnapshot['files'][number];

/** What a session needs to be started. */
export interface LabStart {
  /** Name of the workshop. */
  workshop: string;
  learnerAt(host: string): string;
  /** Our page to which a lab in a frame redirects when it has ended. */
  returnUrl: string;
  /** Our secret address that receives the events of the lab. */
  eventsUrl: string;
  /** For labs that run on lab hosts. */
  sandbox?: SandboxStart;
}

/** What a lab on a lab host begins with. */
export interface SandboxStart {
  /** Names the host that was chosen, and the session. */
  reference: string;
  workshop: string;
  /** Where the workshop wants to run; null: with the programs of the host. */
  wanted: WantedEnvironment | null;
  /** Files of the home folder: the author's, and those of the learner's last visit. */
  files: {
    beginning: readonly LabFile[];
    kept: readonly LabFile[] | null;
    /** What the host had reported of that visit, in place of `kept`; null: not known. */
    changes: Buffer | null;
  };
  /** What else is laid into the sandbox, and started there. */
  setup: LabSetup | null;
  /** The bytes of a pack, for a host that lacks it. */
  readPack(pack: LabPackOf): Promise<Buffer>;
}

/** State of a session at its provider. */
export interface LabCondition {
  state: 'starting' | 'waiting' | 'running' | 'ending';
  /** When it expires; null: never. */
  expiresAt: Date | null;
  /** Latest moment to which it can be extended; null: it does not expire, or that is not known. */
  deadline: Date | null;
  /** Shortly before it expires. */
  expiring: boolean;
  extendable: boolean;
}

export interface StartedLab extends LabCondition {
  /** The provider's name of the session; null for providers without sessions. */
  reference: string | null;
  /** Address for the frame; null for labs that the page runs itself. */
  url: string | null;
}

/** The sessions of a provider. Every error is a `LabFailure`. */
export interface LabSessions {
  /** Starts a session's resources. Idempotent for a learner and workshop. */
  start(request: LabStart): Promise<StartedLab>;
  /** @returns null when the session does not exist any more */
  status(reference: string): Promise<LabCondition | null>;
  /** Requests more time. @returns null when the session does not exist any more */
  extend(reference: string): Promise<(LabCondition & { extended: boolean }) | null>;
  /** Ends it; a session that has ended already is no error. */
  terminate(reference: string): Promise<void>;
}

/** State of an engine or portal of a provider. */
export interface LabPlaceHealth {
  /** Name of a portal in the settings; null where there is only one. */
  name: string | null;
  host: string | null;
  /** Null: it replies. */
  problem: LabProblem | null;
  /** Present and most sessions; null where it does not report them. */
  sessions: number | null;
  maximum: number | null;
  /** A warning for the operator although it replies. */
  warning: LabWarning | null;
}

/** What runs labs. The academy stores sessions, a provider runs their resources. */
export interface LabProvider {
  readonly name: LabProviderName;
  open(request: LabRequest): LabOpening;
  /** Null: this provider's labs have no sessions here. */
  readonly sessions: LabSessions | null;
  /** State of its engines or portals; one that does not reply is returned with its problem, never thrown. */
  health(): Promise<LabPlaceHealth[]>;
}

/** A failure of a provider, with one of the listed reasons; `cause` is for the log. */
export class LabFailure extends Error {
  readonly problem: LabProblem;

  constructor(problem: LabProblem, detail: string, options?: ErrorOptions) {
    super(`${problem}: ${detail}`, options);
    this.name = 'LabFailure';
    this.problem = problem;
  }
}
