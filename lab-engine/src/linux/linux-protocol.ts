import type { LabChanges, LabEntry, LabFileText } from '@academy/contract/lab-home';
import type { LabOther } from '@academy/contract/labs';
import type { EngineReply, EngineRequest, LabFile } from '../engine-protocol.ts';
import type { ServiceReply, ServiceRequest } from './http-exchange.ts';

/** Requests to the worker that runs a Linux, beside those to any engine. */
export type LinuxRequest =
  | Exclude<EngineRequest, { kind: 'start' }>
  | {
      kind: 'start';
      files: readonly LabFile[];
      others: readonly LabOther[];
      /** Address of the folder of the image. */
      image: string;
    }
  /** Opens a terminal. */
  | { kind: 'open'; session: string; columns: number; rows: number }
  | { kind: 'resize'; session: string; columns: number; rows: number }
  | { kind: 'input'; session: string; text: string }
  /** What the home folder holds at this moment. */
  | { kind: 'look' }
  /** What is in a folder; the empty path is the home folder. */
  | { kind: 'list'; path: string }
  | { kind: 'read'; path: string }
  /** What differs from these files. */
  | { kind: 'changes'; start: readonly LabFile[] }
  /** Asks the service that listens on a port. */
  | { kind: 'request'; port: number; request: ServiceRequest };

/** What it answers to them. */
export interface LinuxReply extends EngineReply {
  /** What else the home folder holds, whenever `files` is there. */
  others?: LabOther[];
  /** There are files that are neither in `files` nor kept in `others`. */
  isPart?: boolean;
  entries?: LabEntry[];
  isCut?: boolean;
  file?: LabFileText;
  changes?: LabChanges;
  /** Null: nothing listens on the port, or it speaks no HTTP. */
  service?: ServiceReply | null;
}

/** What it reports by itself. */
export type LinuxNews =
  | { kind: 'output'; session: string; text: string }
  | { kind: 'files'; files: LabFile[]; others: LabOther[]; isPart: boolean }
  /** Bytes of the image, before the first prompt. */
  | { kind: 'loading'; loaded: number; total: number };
