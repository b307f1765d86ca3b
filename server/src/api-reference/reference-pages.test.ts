import { loadTenants } from '@academy/tenants';
import { expect, it } from 'vitest';
import { describeCalls } from './describe-calls.ts';
import { entitiesPage, groupPage } from './reference-pages.ts';

const tenants = await loadTenants();
const spring = tenants.get('spring');
if (spring === undefined) throw new Error('there is no spring');

it('whatever a contract says is text on the pages, never markup', () => {
  const hostile = `</pre><script>alert("1")</script><a href='javascript:1'>`;
  const { groups, entities } = describeCalls();
  const [first] = groups;
  const [one] = first?.calls ?? [];
  if (first === undefined || one === undefined) throw new Error('there is no call');
  const schema = { type: 'object', properties: { [hostile]: { const: hostile } }, required: [] as string[] } as const;
  const call = { ...one.call, name: hostile, summary: hostile, path: hostile };
  const parameters = [{ name: hostile, in: 'query' as const, required: false, schema: { enum: [hostile] } }];
  const spoiled = { ...one, call, parameters, who: hostile, curl: hostile, body: schema, reply: schema };
  const group = { noun: hostile, title: hostile, about: hostile, calls: [spoiled] };
  const description = { groups: [group], entities: { ...entities, [hostile]: schema } };
  for (const { markup } of [groupPage(spring, description, group), entitiesPage(spring, description)]) {
    expect(markup).not.toContain('<script');
    expect(markup).not.toContain("<a href='javascript");
    expect(markup).toContain('&lt;/pre&gt;&lt;script&gt;');
  }
});
