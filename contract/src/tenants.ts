import * as v from 'valibot';
import type { Language } from './i18n/languages.ts';

/**
 * A tenant's name as used in host names, headers and rows. The folders of the
 * `tenants` workspace define which tenants exist, so the schema checks only the form.
 */
export const TenantIdSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{1,30}$/, 'tenantId is not a tenant name'));
export type TenantId = string;

export const DEFAULT_TENANT: TenantId = 'spring';

/** The kinds of page that have a section heading with banner title and text. */
export type PageKind = 'home' | 'courses' | 'paths' | 'path_details' | 'guides' | 'instructors';

export interface TenantLink {
  title: string;
  href: string;
  /** Opens in a new tab. */
  external?: boolean;
}

/** An entry of the main navigation; its children open below it. */
export interface NavigationEntry extends TenantLink {
  children?: TenantLink[];
}

/** A footer entry is a link or the button that opens the feedback modal. */
export type FooterEntry = FooterLink | { title: string; action: 'feedback' };

export interface FooterLink extends TenantLink {
  /** Marks the pages of terms and privacy: the registration links to them as well. */
  legal?: 'terms' | 'privacy';
}

export type CoverStyle = 'branches' | 'hexagons' | 'arcs';

/**
 * All differences between brands. Pure data: one folder per tenant holds a file with this shape and two SVG drawings;
 * no code depends on a particular tenant.
 */
export interface Tenant {
  tenantId: TenantId;
  /** 'Spring' in '{page} - Spring Academy'. */
  name: string;
  tagline: string;
  logo: { file: string; alt: string };
  favicon: { file: string };
  /** Order in which tenants are shown (addresses printed at start, cross-tenant links). */
  order: number;
  colors: {
    /** oklch hue of neutrals and cover art, 0-360. */
    hue: number;
    /** Accent on light and on dark surfaces; both keep 4.5:1 against the surface and against `onAccent`. */
    accent: { light: string; dark: string };
    onAccent: { light: string; dark: string };
    /** Colour of browser chrome and manifest. */
    theme: string;
  };
  cover: CoverStyle;
  navigation: NavigationEntry[];
  sections: Record<PageKind, { heading: string; title: string; text: string }>;
  landing: {
    title: string;
    /** Paragraphs of plain text. */
    text: string[];
    /** Short facts below the actions: a number or a few words each, with an explanation. */
    facts: { title: string; text: string }[];
    primary: TenantLink;
    secondary: TenantLink & { action?: 'register' };
    /** The teaser that links to the learning paths. */
    paths: { title: string; text: string };
  };
  /** HTML of the course conclusion, used when a course has none; passes the shared sanitiser. */
  courseConclusion: string;
  courseRequestNote: { title: string; text: string; link: TenantLink };
  /** What Pro membership means for this brand, shown beside locks, and where to become a member; by default *Contact*. */
  pro: { title: string; text: string; link?: TenantLink };
  /** True when a signed-in user satisfies `pro`: the brand includes Pro content in every account. */
  signedInIsPro: boolean;
  /** True when managers of groups see how their people did at knowledge checks. */
  managersSeeGrades: boolean;
  footer: {
    title: string;
    copyright: string;
    groups: { title: string; entries: FooterEntry[] }[];
  };
  survey: {
    customQuestion: 'spring-projects' | 'tanzu-products' | '';
    prompt: string;
    /** Options of the custom question; empty where there is none. */
    options: { key: string; value: string }[];
    levelPrompt: string;
    levels: { key: string; value: string }[];
  };
  contactTopics: string[];
  /** Id of a tag manager's container that gets page views where the operator allows it; null: none. */
  analyticsContainer: string | null;
  /** Target of `/learning-path`. */
  learningPathRedirect: string;
  /** Shown when content is missing; null: nothing is shown. */
  misconfigurationNotice: string | null;
  /** Names of topics whose slug does not read well. */
  topicNames: Record<string, string>;
  /** Its texts in other languages, see `tenantInLanguage`; what readers get has none. */
  translations?: TenantTranslations;
}

/** Texts of a tenant by their original. */
export type TenantTexts = Readonly<Record<string, string>>;

export type TenantTranslations = Readonly<Partial<Record<Language, TenantTexts>>>;
