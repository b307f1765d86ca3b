import type { BuiltInstructor } from '../built-item.ts';
import { pictureAddress } from '../item-picture.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { InstructorSource } from './read-instructor.ts';

/** Renders an instructor that was read without fatal findings. */
export async function buildInstructor(instructor: InstructorSource, context: RenderContext): Promise<BuiltInstructor> {
  const { id, slug, name, status, file, avatar, credentials, github, linkedin, twitter, website } = instructor;
  const bio = instructor.bio === null ? '' : (await renderMarkdown(instructor.bio, 'page', context)).html;
  return {
    kind: 'instructor',
    id: id.value,
    slug: slug.value,
    title: name,
    status,
    sortOrder: 0,
    data: {
      avatar: pictureAddress(avatar, file, 'avatar', context),
      credentials,
      description: plainText(instructor.description, context.findings),
      bio,
      github,
      linkedin,
      twitter,
      website,
    },
  };
}
