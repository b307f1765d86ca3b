/** A PostgreSQL that survives the loss of its primary: plain streaming replication, Patroni, or another one. */
export interface DatabaseCluster {
  /** Address that leads to the primary, whichever server that is. */
  connectionString: string;
  /** Ends the primary as a power cut would. A standby takes over without anybody's help. */
  killPrimary(): Promise<void>;
  /** Makes the cluster complete again, with a synchronous standby in place of the killed server. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}
