import { backendsRefuse } from './backends-refuse.ts';
import { backupUnderLoad } from './backup-under-load.ts';
import { clockSkew } from './clock-skew.ts';
import { corruptPushes } from './corrupt-pushes.ts';
import { databaseHang } from './database-hang.ts';
import { databaseRestart } from './database-restart.ts';
import { failOver } from './fail-over.ts';
import { failOverPatroni } from './fail-over-patroni.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { fuzz } from './fuzz.ts';
import { keyRotation } from './key-rotation.ts';
import { killUnderWrites } from './kill-under-writes.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';
import { providerDown } from './provider-down.ts';
import { rollingRestart } from './rolling-restart.ts';
import { slowClients } from './slow-clients.ts';
import { slowDatabase } from './slow-database.ts';

/** Every fault, in the order in which they run: quick and harmless ones need not come first. */
export const FAULTS: readonly Fault[] = [
  //
  killUnderWrites,
  rollingRestart,
  ...backendsRefuse,
  databaseRestart,
  databaseHang,
  slowDatabase,
  failOver,
  failOverPatroni,
  fuzz,
  corruptPushes,
  fullDisk,
  memory,
  slowClients,
  overload,
  backupUnderLoad,
  providerDown,
  keyRotation,
  clockSkew,
];
