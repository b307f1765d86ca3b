/** A PostgreSQL that survives the loss of its primary: plain streaming replication, Patroni, or another one. */
export interface DatabaseCluster {
  /** Address that leads to the primary, whichever server that is. */
  connectionString: string;
  /** Kills PostgreSQL on the primary. A standby takes over without help from outside. */
  killPrimary(): Promise<void>;
  /** Resolves when the cluster is complete again, with a synchronous standby. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}
