import { bindAddresses } from '../addresses/addresses.routes.ts';
import { type AddressesStore, addressesStore } from '../addresses/addresses.store.ts';
import { bindAlerts } from '../alerts/alerts.routes.ts';
import { type AlertsStore, alertsStore } from '../alerts/alerts.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { type ItemsStore, itemsStore } from '../catalogue/items.store.ts';
import { type LabProviderOf, openLabOf } from '../catalogue/open-labs.ts';
import { bindContentPages } from '../content-pages/content-pages.routes.ts';
import { footersService } from '../content-pages/footer-pages.ts';
import { bindCourses } from '../courses/courses.routes.ts';
import { coursesService } from '../courses/courses.service.ts';
import { type CoursesStore, coursesStore } from '../courses/courses.store.ts';
import type { Database } from '../db/connect.ts';
import { isLostServer } from '../db/lost-server.ts';
import { bindGuides } from '../guides/guides.routes.ts';
import { guidesService } from '../guides/guides.service.ts';
import { bindInstructors } from '../instructors/instructors.routes.ts';
import { type InstructorsStore, instructorsStore } from '../instructors/instructors.store.ts';
import { bindKnowledgeChecks } from '../knowledge-checks/knowledge-checks.routes.ts';
import { bindLearningPaths } from '../learning-paths/learning-paths.routes.ts';
import { learningPathsService } from '../learning-paths/learning-paths.service.ts';
import { bindLessons } from '../lessons/lessons.routes.ts';
import { lessonsService } from '../lessons/lessons.service.ts';
import { type LessonsStore, lessonsStore } from '../lessons/lessons.store.ts';
import { type CourseCompleted, progressService } from '../progress/progress.service.ts';
import { type ProgressStore, progressStore } from '../progress/progress.store.ts';
import { bindSearch } from '../search/search.routes.ts';
import { searchService } from '../search/search.service.ts';
import { type SearchStore, searchStore } from '../search/search.store.ts';
import { tagsService } from '../tags/tags.service.ts';
import { bindWorkshops } from '../workshops/workshops.routes.ts';

/** Stores that hold the content of an academy. */
export interface ReadingStores {
  addresses: AddressesStore;
  alerts: Pick<AlertsStore, 'shownNow'>;
  items: ItemsStore;
  courses: CoursesStore;
  instructors: InstructorsStore;
  lessons: LessonsStore;
  progress: ProgressStore;
  search: SearchStore;
}

/**
 * Alerts that begin by the clock of the primary server: by a replica's clock an alert might not have begun when the
 * catalogue version is bumped for it. The replica answers while the primary server cannot.
 */
function alertsOf(db: Database, catalogueDb: Database): ReadingStores['alerts'] {
  const [own, copy] = [alertsStore(db), alertsStore(catalogueDb)];
  if (catalogueDb === db) return own;
  return {
    shownNow: (tenantId) =>
      own.shownNow(tenantId).catch((error: unknown) => {
        if (!isLostServer(error)) throw error;
        return copy.shownNow(tenantId);
      }),
  };
}

/** @param catalogueDb for what is the same for every reader until the version of the catalogue is bumped */
export function readingStores(db: Database, catalogueDb: Database = db): ReadingStores {
  return {
    addresses: addressesStore(catalogueDb),
    alerts: alertsOf(db, catalogueDb),
    items: itemsStore(catalogueDb),
    courses: coursesStore(catalogueDb),
    instructors: instructorsStore(catalogueDb),
    lessons: lessonsStore(catalogueDb),
    progress: progressStore(db),
    search: searchStore(catalogueDb),
  };
}

/** Services that read the content of an academy, the same for a server and for a preview. */
export function readingServices(
  stores: ReadingStores,
  versions: ReadVersions,
  {
    courseCompleted,
    labProviderOf = () => null,
  }: { courseCompleted?: CourseCompleted; labProviderOf?: LabProviderOf } = {},
) {
  const { items } = stores;
  const tags = tagsService(items, versions);
  const courses = coursesService(stores.courses, stores.instructors, tags, versions);
  const progress = progressService(stores.progress, courses, courseCompleted);
  const lessons = lessonsService(stores.lessons, courses, progress, versions);
  const guides = guidesService(items, tags, courses, progress, versions);
  const paths = learningPathsService(items, tags, courses, progress, versions);
  const openLab = openLabOf(items, labProviderOf);
  const footers = footersService(items, versions);
  return { stores, items, versions, openLab, tags, footers, courses, progress, lessons, guides, paths };
}

export type ReadingServices = ReturnType<typeof readingServices>;

/** Binds the calls that read the content of an academy. */
export function bindReading(calls: CallTable, services: ReadingServices): void {
  const { stores, items, versions, openLab, courses, progress, lessons, guides, paths } = services;
  bindCourses(calls, courses, progress);
  bindLessons(calls, lessons, courses, progress, openLab);
  bindKnowledgeChecks(calls, lessons);
  bindWorkshops(calls, { lessons, guides, items, versions });
  bindGuides(calls, guides, openLab);
  bindLearningPaths(calls, paths);
  bindContentPages(calls, items, versions);
  bindInstructors(calls, stores.instructors, courses, versions);
  bindAlerts(calls, stores.alerts, versions);
  bindAddresses(calls, stores.addresses);
  bindSearch(calls, searchService(stores.search, versions));
}
