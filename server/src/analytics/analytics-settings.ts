import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import { ENVIRONMENTS, list, oneOf, origin, perTenant, text, webAddress } from '../settings/setting-types.ts';

const ContainerSchema = v.pipe(text(), v.regex(/^[A-Za-z0-9][\w.-]{0,60}$/, 'must be a container id, or none'));

/** Settings of page-view analytics by a tag manager. */
export const ANALYTICS_SETTINGS = {
  analyticsContainers: setting(
    'ACADEMY_ANALYTICS_CONTAINERS',
    perTenant(ContainerSchema),
    null,
    'Container of a tag manager that receives page views, in place of the one in the tenant’s file: `spring=GTM-ABC123,kube=none`. No page views are sent where neither names one. See [page views](../how-to/page-views.md).',
  ),
  analyticsEnvironments: setting(
    'ACADEMY_ANALYTICS_ENVIRONMENTS',
    v.pipe(list(), v.array(oneOf(ENVIRONMENTS))),
    ['prod'] as (typeof ENVIRONMENTS)[number][],
    'Environments in which containers run.',
  ),
  analyticsScript: setting(
    'ACADEMY_ANALYTICS_SCRIPT',
    webAddress(),
    'https://www.googletagmanager.com/gtm.js',
    'Script of the tag manager; the container’s id follows as the query parameter `id`.',
  ),
  analyticsOrigins: setting(
    'ACADEMY_ANALYTICS_ORIGINS',
    v.pipe(list(), v.array(origin())),
    [] as string[],
    'Origins that containers may send to besides that of the script: `https://www.google-analytics.com`.',
  ),
} as const;
