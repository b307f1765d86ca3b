import { findAddress } from '@academy/contract/addresses';
import { SlugSchema } from '@academy/contract/entities';
import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { itemPath, lessonPath, placeOfPath } from '@academy/contract/rules/site-paths';
import * as v from 'valibot';
import type { CallTable } from '../calls/bind.ts';
import type { TenantScope } from '../values/scope.ts';
import type { AddressesStore } from './addresses.store.ts';

const isSlug = (text: string) => v.is(SlugSchema, text);

export function bindAddresses(calls: CallTable, store: AddressesStore): void {
  calls.bind(findAddress, async ({ scope, query }) => {
    const { language, path } = splitLanguage(query.path);
    const now = await pathNow(store, scope.tenantId, path);
    return { path: now === null || now === path ? null : withLanguage(now, language) };
  });
}

/**
 * Where a path leads now, what is below the item included; null for what never was there, and for what cannot be reached.
 * A lesson that is gone keeps its place below the course that moved: the page of what is missing names the course.
 */
async function pathNow(store: AddressesStore, tenantId: TenantScope, path: string): Promise<string | null> {
  const place = placeOfPath(path);
  if (place === null || !isSlug(place.slug)) return null;
  const { kind, slug, lessonSlug, below } = place;
  if (lessonSlug !== null) {
    if (!isSlug(lessonSlug)) return null;
    const lesson = await store.lessonNow(tenantId, slug, lessonSlug);
    if (lesson !== null) return `${lessonPath(lesson.courseSlug, lesson.lessonSlug)}${below}`;
  }
  const now = await store.slugNow(tenantId, kind, slug);
  if (now === null) return null;
  return lessonSlug === null ? `${itemPath(kind, now)}${below}` : `${lessonPath(now, lessonSlug)}${below}`;
}
