import { assignableItems } from '../assignments/assigned-items.ts';
import { bindAssignments } from '../assignments/assignments.routes.ts';
import { assignmentsService } from '../assignments/assignments.service.ts';
import { bindAssignmentsAdmin } from '../assignments/assignments-admin.routes.ts';
import { addCalendar, bindCalendar } from '../assignments/assignments-calendar.routes.ts';
import { calendarService } from '../assignments/assignments-calendar.service.ts';
import { groupProgressService } from '../assignments/group-progress.service.ts';
import { remindersService } from '../assignments/reminders.service.ts';
import { groupsService } from '../groups/groups.service.ts';
import type { AppContext } from './app-context.ts';

export function installAssignments(context: AppContext): void {
  const { server, calls, db, due, tenants, rateLimits, log } = context;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the progress of a group could not be counted');
  const progress = groupProgressService({ db, due, onFailure });
  const groups = groupsService({ db, changed: () => context.people.forget() });
  const assignments = assignmentsService({ db, groups, due, progress });
  const remind = remindersService({ ...context, assignments, progress });
  bindAssignments(calls, due);
  bindAssignmentsAdmin(calls, { assignments, assignable: assignableItems(context), progress, remind });
  const calendar = calendarService(context);
  bindCalendar(calls, calendar);
  addCalendar(server, { tenants, calendar, rateLimits });
}
