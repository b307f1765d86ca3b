/** What a check found. */
export interface Finding {
  state: 'well' | 'warning' | 'wrong';
  /** What is there, in one sentence. */
  said: string;
  /** What to do; for warnings and what is wrong. */
  nextStep?: string;
}

export const well = (said: string): Finding => ({ state: 'well', said });
export const warning = (said: string, nextStep: string): Finding => ({ state: 'warning', said, nextStep });
export const wrong = (said: string, nextStep: string): Finding => ({ state: 'wrong', said, nextStep });

export interface Check {
  /** `Database`, `Mail` ... */
  name: string;
  /** One or several findings; what it throws is wrong as well. */
  run(): Promise<Finding | Finding[]>;
}
