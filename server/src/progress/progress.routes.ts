import { AcademyError } from '@academy/contract/errors';
import { getProgressOverlay, sendProgressEvents } from '@academy/contract/progress';
import type { CallTable } from '../calls/bind.ts';
import type { ProgressService } from './progress.service.ts';

export function bindProgress(calls: CallTable, progress: ProgressService): void {
  calls.bind(getProgressOverlay, async ({ scope, query }) => {
    if (query.courseSlug !== undefined) {
      if (query.kind !== undefined) throw new AcademyError('invalid-input', { field: 'kind' });
      return progress.overlayOfCourse(scope, query.courseSlug);
    }
    return progress.overlayOfCourses(scope);
  });

  calls.bind(sendProgressEvents, ({ scope, body }) => progress.record(scope, body.events, body.sentAt));
}
