import { itemPath } from '@academy/contract/rules/site-paths';
import type { BuiltGuide } from '../built-item.ts';
import { buildVideo } from '../courses/build-video.ts';
import { readingMinutes, renderText } from '../item-text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { searchEntry } from '../search-entry.ts';
import type { GuideSource } from './guide-source.ts';

/** Renders a guide that was read without fatal findings. */
export async function buildGuide(guide: GuideSource, context: RenderContext): Promise<BuiltGuide> {
  const { id, slug, title, status, file, type, topics, level, duration, entitlements, instructors, lab } = guide;
  const description = plainText(guide.description, context.findings);
  const summary = (await renderText(guide.summary, 'note', context))?.html ?? '';
  const content = await renderText(guide.content, 'page', context);
  const transcript = (await renderText(guide.transcript, 'note', context))?.html ?? null;
  const preview = (await renderText(guide.preview, 'note', context))?.html ?? null;
  if (type === 'lab' && lab.labType === null) {
    const message = 'there is no lab; add settings.educates with the name of its workshop';
    context.findings.warning('lab-missing', file, 1, message);
  }
  return {
    kind: 'guide',
    id: id.value,
    slug: slug.value,
    title,
    status,
    sortOrder: 0,
    data: {
      description,
      summary,
      type,
      topics,
      level,
      duration,
      entitlements,
      instructors,
      readingMinutes: readingMinutes(content),
    },
    body: {
      html: content?.html ?? null,
      headings: content?.headings ?? [],
      video: buildVideo({ file, video: guide.video, isNeeded: type === 'video' }, context),
      transcript,
      preview,
      lab: lab.labType === null ? null : { labType: lab.labType, labUrl: lab.labUrl, workshop: lab.workshop },
    },
    search: [
      searchEntry({
        kind: 'guide',
        id: id.value,
        path: itemPath('guide', slug.value),
        title,
        texts: [description],
        summary,
        html: [content?.html ?? null, preview, transcript],
        entitlements,
        listed: status === 'live',
      }),
    ],
  };
}
