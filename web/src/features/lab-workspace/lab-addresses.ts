import type { LabContent } from '@academy/contract/labs';
import { addressInLab, labPortOf } from '@academy/contract/rules/lab-address';

/** The lab with every address of a port of it, of tabs and actions, as programs in the lab know it. */
export function withOwnAddresses(content: LabContent): LabContent {
  const own = (url: string) => {
    const place = labPortOf(url, content.ingresses);
    return place === null ? url : addressInLab(place);
  };
  return {
    ...content,
    dashboards: content.dashboards.map(({ name, url }) => ({ name, url: own(url) })),
    pages: content.pages.map((page) => ({
      ...page,
      actions: page.actions.map((action) => {
        const { url } = action.settings;
        return typeof url === 'string' ? { ...action, settings: { ...action.settings, url: own(url) } } : action;
      }),
    })),
  };
}
