import { bindLearningRecord } from '../learning-record/learning-record.routes.ts';
import type { AppContext } from './app-context.ts';

export const installLearningRecord = ({ calls, db }: AppContext): void => bindLearningRecord(calls, db);
