import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { type SignInPlace, signIn } from './people.ts';

/** An academy on this machine, of any edition. */
export interface StoryAcademy extends SignInPlace {
  port: number;
}

export interface StoryPerson {
  role: string;
  email: string;
  password: string;
}

/** What readers, learners and administrators see of an academy: the same before and after an upgrade. */
export type EditionFacts = Record<string, unknown>;

const TENANT = 'spring';
/** The one course of the story; its folder is that of the sample academy of the edition. */
export const STORY_COURSE = { id: 'spring-rest-apis-that-age-well', slug: 'rest-apis-that-age-well' };
const CHECK = `${STORY_COURSE.id}-check-promises`;
const LAB = `${STORY_COURSE.id}-lab-problem-details`;
const GUIDE = 'a-test-that-starts-in-a-second';
/** Webhooks lead here, where nothing listens. */
export const STORY_WEBHOOK_HOST = '127.0.0.1:9';

interface Reply {
  status: number;
  data: unknown;
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Makes calls as one person. @throws Error for a status other than 2xx, unless the edition does not have the call */
async function callsOf(academy: StoryAcademy, person: StoryPerson | null): Promise<Ask> {
  const bearer = person === null ? null : await signIn(academy, person.email, person.password);
  return async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${academy.port}${API_BASE_PATH}${path}`, {
      method,
      headers: {
        [TENANT_HEADER]: TENANT,
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 404) return { status: 404, data: null };
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
    return { status: response.status, data: (JSON.parse(text) as { data: unknown }).data };
  };
}

/** Lets the sample people do a little of everything. Calls that the edition does not have are left out. */
export async function liveThrough(academy: StoryAcademy, people: readonly StoryPerson[]): Promise<void> {
  const [learner, pro, admin] = await Promise.all(
    ['learner', 'pro', 'admin'].map((role) => callsOf(academy, personOf(people, role))),
  );
  if (learner === undefined || pro === undefined || admin === undefined) throw new Error('a person is missing');
  const lessons = await lessonIdsOf(learner);
  for (const lessonId of lessons.filter((one) => one !== CHECK).slice(0, 5)) await complete(learner, lessonId);
  await attempt(pro, await attempt(pro));
  for (const lessonId of lessons) await complete(pro, lessonId);
  await learner('POST', '/favorite', { id: STORY_COURSE.id, operationType: 'save', likeableType: 'course' });
  await learner('POST', '/favorite', { id: lessons[1], operationType: 'save', likeableType: 'lesson' });
  await learner('POST', '/guides/markComplete', {
    lessonId: await guideIdOf(learner),
    operationType: 'COMPLETE_LESSON',
  });
  await attempt(learner);
  await lab(academy, learner);
  await learner(
    'POST',
    `/email/addEmail?${new URLSearchParams({ emailType: 'work', emailId: 'lena@work.example.org' })}`,
  );
  await learner(
    'GET',
    `/email/verifyEmail?${new URLSearchParams({ emailType: 'work', verifiableEmail: 'lena@work.example.org' })}`,
  );
  await learner('PUT', '/notifications/settings', { kind: 'weekly-digest', isOn: true });
  await learner('POST', '/feedback', {
    feedbackableType: 'course',
    feedbackableId: STORY_COURSE.id,
    courseId: STORY_COURSE.id,
    allowContact: true,
    context: { userAgent: 'story', url: academy.origin(TENANT), route: '/courses/{slug}' },
    schema: 'course-v1',
    comments: 'Clear and short.',
    isBug: false,
  });
  await admin('POST', '/alerts/create', { message: 'The academy moves on Monday.', level: 'info' });
  await admin('POST', '/admin/generate-token', { name: 'story', abilities: ['content:write'] });
  await admin('POST', '/webhooks/create', {
    url: `http://${STORY_WEBHOOK_HOST}/`,
    events: ['lesson.completed', 'certificate.issued'],
  });
  const [other] = await search(admin, 'pro@example.org');
  if (other !== undefined)
    await admin('PUT', `/admin/users/${other.userId}/membership`, {
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2099-12-31T00:00:00.000Z',
    });
  await pro('POST', '/membership/voucher-requests');
}

const personOf = (people: readonly StoryPerson[], role: string): StoryPerson => {
  const found = people.find((one) => one.role === role);
  if (found === undefined) throw new Error(`there is no ${role}`);
  return found;
};

const complete = (ask: Ask, lessonId: string) =>
  ask('POST', '/lessons/mark-complete', {
    lessonId,
    courseId: STORY_COURSE.id,
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON',
  });

async function lessonIdsOf(ask: Ask): Promise<string[]> {
  const overlay = (await ask('GET', `/progress/overlay?courseSlug=${STORY_COURSE.slug}`)).data as {
    lessons: Record<string, unknown>;
  };
  return Object.keys(overlay.lessons).sort();
}

async function guideIdOf(ask: Ask): Promise<string> {
  const { data } = await ask('GET', `/guides/details?slug=${GUIDE}`);
  return (data as { lessonId: string }).lessonId;
}

/** Submits the first option of each question, by its key: options are shuffled. @returns the right ones */
async function attempt(ask: Ask, right: ReadonlyMap<string, string[]> = new Map()): Promise<Map<string, string[]>> {
  const opened = (await ask('POST', '/lessons/knowledge-check/attempts', { lessonId: CHECK })).data as {
    attemptId: string;
    questions: { questionKey: string; options: { optionKey: string }[] }[];
  };
  const path = `/lessons/knowledge-check/attempts/${opened.attemptId}`;
  for (const { questionKey, options } of opened.questions) {
    const [first = ''] = options.map(({ optionKey }) => optionKey).sort();
    await ask('PUT', path, { questionKey, selected: right.get(questionKey) ?? [first] });
  }
  const { data } = await ask('POST', `${path}/submit`);
  const { questions } = data as { questions: { questionKey: string; correct: string[] }[] };
  return new Map(questions.map(({ questionKey, correct }) => [questionKey, correct]));
}

async function lab(academy: StoryAcademy, ask: Ask): Promise<void> {
  const url = `${academy.origin(TENANT)}/courses/${STORY_COURSE.slug}/lessons/lab-problem-details`;
  const started = (await ask('POST', '/labs/sessions', { url, lessonId: LAB })).data as { id: string } | null;
  if (started === null) return;
  await ask('PUT', `/labs/sessions/${started.id}/snapshot`, {
    files: [{ path: 'notes.txt', text: 'kept' }],
    page: null,
    done: [],
    at: new Date().toISOString(),
  });
}

interface FoundPerson {
  userId: string;
  email: string;
}

async function search(ask: Ask, searchValue: string): Promise<FoundPerson[]> {
  const { data } = await ask('POST', '/admin/users/search', { searchValue });
  const { content } = (data as { result: { content: FoundPerson[] } }).result;
  return content;
}

/** Reads what each person sees, over HTTP, after a log-in with their password. */
export async function readFacts(academy: StoryAcademy, people: readonly StoryPerson[]): Promise<EditionFacts> {
  const visitor = await callsOf(academy, null);
  const facts: EditionFacts = {
    courses: ((await visitor('GET', '/courses/list')).data as { courses: { slug: string }[] }).courses.map(
      ({ slug }) => slug,
    ),
    alerts: listed(await visitor('GET', '/alerts'), ['level']),
  };
  for (const role of ['learner', 'pro', 'admin']) {
    const ask = await callsOf(academy, personOf(people, role));
    facts[role] = await factsOf(ask, role === 'admin');
  }
  return facts;
}

async function factsOf(ask: Ask, isAdmin: boolean): Promise<EditionFacts> {
  const overlay = (await ask('GET', `/progress/overlay?courseSlug=${STORY_COURSE.slug}`)).data as {
    items: Record<string, Record<string, unknown>>;
    lessons: Record<string, { progressStatus: string }>;
  };
  const course = overlay.items[STORY_COURSE.id] ?? {};
  const favorites = (await ask('GET', '/favorite/userDashboard/favorites')).data as Record<string, { slug: string }[]>;
  const { membership } = (await ask('GET', '/membership/details')).data as {
    membership: Record<string, unknown> | null;
  };
  const session = (await ask('GET', `/lessons/lab?${labQuery}`)).data as {
    session?: { state: string } | null;
  } | null;
  return {
    progress: picked(course, ['isFavorite', 'completedLesson', 'lessonsCount', 'progressStatus', 'locked']),
    lessons: Object.fromEntries(
      Object.entries(overlay.lessons)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { progressStatus }]) => [id, progressStatus]),
    ),
    favorites: Object.fromEntries(
      Object.entries(favorites).map(([kind, items]) => [kind, items.map(({ slug }) => slug)]),
    ),
    attempts: listed(await ask('GET', `/lessons/knowledge-check/attempts?lessonId=${CHECK}`), [
      'score',
      'total',
      'passed',
    ]),
    certificates: listed(await ask('GET', '/certificates/mine'), ['certificateId', 'title', 'name']),
    membership: membership === null ? null : picked(membership, ['startsAt', 'endsAt', 'state']),
    lab: session?.session?.state ?? null,
    addresses: listed(await ask('GET', '/email/list'), ['email', 'type', 'isVerified']),
    tokens: listed(await ask('GET', '/personal-access-tokens/list'), ['name', 'abilities', 'tenantId']).filter(
      ({ name }) => name === 'story',
    ),
    ...(isAdmin ? await adminFacts(ask) : { isRefused: await isRefused(ask) }),
  };
}

const labQuery = new URLSearchParams({
  url: `http://spring.localhost:3000/courses/${STORY_COURSE.slug}/lessons/lab-problem-details`,
  lessonId: LAB,
});

async function adminFacts(ask: Ask): Promise<EditionFacts> {
  return {
    people: (await search(ask, 'example.org')).map(({ email }) => email).sort(),
    alerts: listed(await ask('GET', '/alerts/list'), ['level']),
    webhooks: listed(await ask('GET', '/webhooks/list'), ['url', 'events', 'isActive']),
  };
}

/** Whether a call of administrators is refused. */
async function isRefused(ask: Ask): Promise<boolean> {
  return ask('GET', '/alerts/list').then(
    () => false,
    (error: unknown) => / was answered 40[13]:/.test(String(error)),
  );
}

function picked(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
}

/** Some fields of each entry of a list, whatever the list is called; none where the edition does not have the call. */
function listed({ data }: Reply, names: readonly string[]): Record<string, unknown>[] {
  const list = Array.isArray(data) ? data : Object.values(data ?? {}).find((one) => Array.isArray(one));
  return ((list ?? []) as Record<string, unknown>[]).map((row) => picked(row, names));
}
