import type { Tenant, TenantTexts } from '@academy/contract/tenants';
import { TenantIdSchema } from '@academy/contract/tenants';
import * as v from 'valibot';
import { contrast, inGamut, type Oklch, parseOklch } from './color.ts';

/** Least contrast of text and its background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

const Text = v.pipe(
  v.string(),
  v.check((value) => value.trim() !== '', 'must not be empty'),
  v.check((value) => value === value.trim(), 'must not begin or end with a space'),
);

const Address = v.pipe(
  v.string(),
  v.regex(/^(\/(?![/\\])\S*|https:\/\/\S+|mailto:\S+)$/, 'must be a path of the site (/...), https: or mailto:'),
);

const Link = v.strictObject({ title: Text, href: Address, external: v.exactOptional(v.boolean()) });

const FooterLink = v.strictObject({ ...Link.entries, legal: v.exactOptional(v.picklist(['terms', 'privacy'])) });

const NavigationEntry = v.strictObject({
  ...Link.entries,
  children: v.exactOptional(v.pipe(v.array(Link), v.minLength(1, 'needs at least one entry'))),
});

const SvgFile = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]*\.svg$/, 'must be the name of an SVG file in the folder'),
);

const Colour = v.pipe(
  v.string(),
  v.check((value) => {
    const colour = parseOklch(value);
    return colour !== null && inGamut(colour);
  }, 'must be oklch(L% C H) and inside sRGB'),
);

const Section = v.strictObject({ heading: Text, title: Text, text: Text });

/** Elements that a course conclusion may use; the shared sanitiser allows all of them. */
const CONCLUSION_TAG = /^<(\/?(p|strong|em|ul|ol|li)|a href="(\/[^"]*|https:\/\/[^"]+)"|\/a|br)>$/;

const Html = v.pipe(
  Text,
  v.check(
    (value) => (value.match(/<[^>]*>?/g) ?? []).every((tag) => CONCLUSION_TAG.test(tag)),
    'may hold p, strong, em, lists, br and links only',
  ),
);

/** The options of a question of the survey. */
const Options = v.pipe(
  v.array(
    v.strictObject({ key: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a short name')), value: Text }),
  ),
  v.check((options) => new Set(options.map(({ key }) => key)).size === options.length, 'has a key twice'),
);

const TenantSchema = v.strictObject({
  tenantId: TenantIdSchema,
  name: Text,
  tagline: Text,
  logo: v.strictObject({ file: SvgFile, alt: Text }),
  favicon: v.strictObject({ file: SvgFile }),
  order: v.pipe(v.number(), v.integer()),
  colors: v.strictObject({
    hue: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
    accent: v.strictObject({ light: Colour, dark: Colour }),
    onAccent: v.strictObject({ light: Colour, dark: Colour }),
    theme: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'must be #rrggbb in lower case')),
  }),
  cover: v.picklist(['branches', 'hexagons', 'arcs']),
  navigation: v.pipe(v.array(NavigationEntry), v.minLength(1, 'needs at least one entry')),
  sections: v.strictObject({
    home: Section,
    courses: Section,
    paths: Section,
    path_details: Section,
    guides: Section,
    instructors: Section,
  }),
  landing: v.strictObject({
    title: Text,
    text: v.pipe(v.array(Text), v.minLength(1, 'needs at least one paragraph')),
    facts: v.array(v.strictObject({ title: Text, text: Text })),
    primary: Link,
    secondary: v.strictObject({ ...Link.entries, action: v.exactOptional(v.literal('register')) }),
    paths: v.strictObject({ title: Text, text: Text }),
  }),
  courseConclusion: Html,
  courseRequestNote: v.strictObject({ title: Text, text: Text, link: Link }),
  pro: v.strictObject({ title: Text, text: Text, link: v.exactOptional(Link) }),
  signedInIsPro: v.boolean(),
  managersSeeGrades: v.boolean(),
  footer: v.strictObject({
    title: Text,
    copyright: Text,
    groups: v.pipe(
      v.array(
        v.strictObject({
          title: Text,
          entries: v.array(v.union([v.strictObject({ title: Text, action: v.literal('feedback') }), FooterLink])),
        }),
      ),
      v.minLength(1, 'needs at least one group'),
    ),
  }),
  survey: v.pipe(
    v.strictObject({
      customQuestion: v.picklist(['spring-projects', 'tanzu-products', '']),
      prompt: v.string(),
      options: Options,
      levelPrompt: Text,
      levels: v.pipe(Options, v.minLength(1, 'needs at least one level')),
    }),
    v.check(
      (survey) => (survey.customQuestion === '') === (survey.prompt.trim() === ''),
      'needs a prompt exactly when it has a custom question',
    ),
    v.check(
      (survey) => (survey.customQuestion === '') === (survey.options.length === 0),
      'needs options exactly when it has a custom question',
    ),
  ),
  contactTopics: v.pipe(v.array(Text), v.minLength(1, 'needs at least one topic')),
  analyticsContainer: v.nullable(v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,60}$/, 'must be a container id'))),
  learningPathRedirect: v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/, 'must be a path of the site')),
  misconfigurationNotice: v.nullable(Text),
  topicNames: v.record(v.string(), Text),
}) satisfies v.GenericSchema<unknown, Omit<Tenant, 'translations'>>;

/** The surfaces behind text in the accent colour. The product's style sheet uses these values with the tenant's hue. */
export function surfacesOf(hue: number): { light: Oklch[]; dark: Oklch[] } {
  return {
    light: [
      { l: 0.99, c: 0.005, h: hue },
      { l: 1, c: 0, h: 0 },
    ],
    dark: [
      { l: 0.19, c: 0.015, h: hue },
      { l: 0.23, c: 0.018, h: hue },
    ],
  };
}

function contrastProblems(colors: Tenant['colors']): string[] {
  const surfaces = surfacesOf(colors.hue);
  const problems: string[] = [];
  for (const mode of ['light', 'dark'] as const) {
    const accent = parseOklch(colors.accent[mode]);
    const onAccent = parseOklch(colors.onAccent[mode]);
    if (accent === null || onAccent === null) continue;
    const onSurface = Math.min(...surfaces[mode].map((surface) => contrast(accent, surface)));
    const onItself = contrast(accent, onAccent);
    if (onSurface < MIN_CONTRAST) {
      problems.push(
        `colors.accent.${mode}: contrast ${onSurface.toFixed(2)}:1 against the surface, needs ${MIN_CONTRAST}:1`,
      );
    }
    if (onItself < MIN_CONTRAST) {
      problems.push(
        `colors.onAccent.${mode}: contrast ${onItself.toFixed(2)}:1 against the accent, needs ${MIN_CONTRAST}:1`,
      );
    }
  }
  return problems;
}

/** Problems of a tenant's data: one line each, in the order of its fields. */
export class TenantError extends Error {
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    super(`${where} is not a tenant:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'TenantError';
    this.problems = problems;
  }
}

/**
 * Validates that a value has every field of a tenant and that its colours are readable.
 * @param where names the value in the error, for example `tenants/spring`
 * @throws TenantError with all problems at once
 */
export function checkTenant(value: unknown, where: string): Tenant {
  const result = v.safeParse(TenantSchema, value);
  if (!result.success) {
    throw new TenantError(
      where,
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`),
    );
  }
  const problems = contrastProblems(result.output.colors);
  if (problems.length > 0) throw new TenantError(where, problems);
  return result.output;
}

/**
 * Validates a translation of a tenant: texts by their original, each of them a text of the tenant.
 * @param where names the value in the error, for example `tenants/spring/tenant.de.ts`
 * @throws TenantError with all problems at once
 */
export function checkTranslation(value: unknown, tenant: Tenant, where: string): TenantTexts {
  const texts = v.safeParse(v.record(v.string(), Text), value);
  if (!texts.success)
    throw new TenantError(
      where,
      texts.issues.map((issue) => `${v.getDotPath(issue) ?? 'texts'}: ${issue.message}`),
    );
  const originals = new Set(textsIn(tenant));
  const problems = Object.entries(texts.output).flatMap(([original, text]) => {
    if (!originals.has(original)) return [`${original}: is no text of tenant.ts`];
    if (!original.startsWith('<')) return [];
    if (!v.is(Html, text)) return [`${original}: may hold p, strong, em, lists, br and links only`];
    return addressesIn(text) === addressesIn(original) ? [] : [`${original}: has other links`];
  });
  if (problems.length > 0) throw new TenantError(where, problems);
  return texts.output;
}

/** All texts in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const addressesIn = (html: string): string => (html.match(/href="[^"]*"/g) ?? []).sort().join();
