import { itemPath } from '@academy/contract/rules/site-paths';
import type { BuiltInstructor } from '../built-item.ts';
import { pictureAddress } from '../item-picture.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { searchEntry } from '../search-entry.ts';
import type { InstructorSource } from './read-instructor.ts';

/** Renders an instructor that was read without fatal findings. */
export async function buildInstructor(instructor: InstructorSource, context: RenderContext): Promise<BuiltInstructor> {
  const { id, slug, name, status, file, avatar, credentials, github, linkedin, twitter, website } = instructor;
  const bio = instructor.bio === null ? '' : (await renderMarkdown(instructor.bio, 'page', context)).html;
  const description = plainText(instructor.description, context.findings);
  return {
    kind: 'instructor',
    id: id.value,
    slug: slug.value,
    title: name,
    status,
    sortOrder: 0,
    data: {
      avatar: await pictureAddress(avatar, file, 'avatar', context),
      credentials,
      description,
      bio,
      github,
      linkedin,
      twitter,
      website,
    },
    search: [
      searchEntry({
        kind: 'instructor',
        id: id.value,
        path: itemPath('instructor', slug.value),
        title: name,
        texts: [credentials, description],
        summary: null,
        html: [bio],
        entitlements: [],
        listed: status === 'live',
      }),
    ],
  };
}
