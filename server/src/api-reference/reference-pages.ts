import { API_BASE_PATH } from '@academy/contract/constants';
import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { ERRORS, type ErrorCode } from '@academy/contract/errors';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html } from '@academy/identity/pages/html';
import { type PlainPage, plainPage } from '../mail/plain-page.ts';
import type { ApiDescription, CallDescription, GroupDescription } from './describe-calls.ts';
import type { JsonSchema, Parameter } from './json-schemas.ts';
import { limitsOf, typeText } from './type-text.ts';

/** Address of the reference. */
export const REFERENCE_PATH = '/api-reference';
/** Address of the page of shared schemas; no noun has this name. */
export const ENTITIES_PAGE = 'entities';

/** How calls are made, the error codes, and every call by name. */
export function startPage(tenant: Tenant, { groups }: ApiDescription): PlainPage {
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  const content = html`<h1>API reference</h1>
<p class="lead">${count} calls, by what they are about. For machines: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2 id="how">How calls are made</h2>
<ul>
<li>Every address begins with <code>${API_BASE_PATH}</code> on an academy's own origin.</li>
<li>The header <code>tenantId</code> names the academy: ${tenant.tenantId} is this one. Without it the host name decides.</li>
<li>Programs send a personal access token: <code>Authorization: Bearer …</code>. Everybody makes tokens that read the own progress on the <a href="/account">account page</a>; administrators make others at <a href="/admin/tokens">Access Tokens</a>. Calls that name no ability want the access token of a session, as pages have it.</li>
<li>Bodies and replies are JSON. A reply is an envelope: <code>success</code>, <code>data</code>, <code>errors</code>, <code>correlationId</code>, <code>message</code>. What a call is said to reply stands in <code>data</code>.</li>
<li>A refusal has its HTTP status, and <code>errors</code> with a text for people, a stable <code>code</code>, and the <code>field</code> that is wrong. The <code>correlationId</code> finds the request in the log of the server.</li>
<li>The commands here expect two variables: <code>ACADEMY</code>, the address of the academy, and <code>TOKEN</code>.</li>
</ul>
<h2 id="calls">All calls</h2>
${groups.map(
  ({ noun, title, calls }) => html`<h3><a href="${REFERENCE_PATH}/${noun}">${title}</a></h3>
<ul class="calls">${calls.map(
    ({ call }) =>
      html`<li><a href="${REFERENCE_PATH}/${noun}#${call.name}">${call.name}</a> <span>${call.summary}</span></li>`,
  )}</ul>`,
)}
<h2 id="codes">Codes of refusals</h2>
<p>More may be added.</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="codes"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead>
<tbody>${Object.entries(ERRORS).map(
    ([code, { status }]) =>
      html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${ERROR_TEXTS[code as ErrorCode]}</td></tr>`,
  )}</tbody></table></div>`;
  return page(tenant, groups, { title: 'API reference', current: null, content });
}

/** The page of all calls of one noun. */
export function groupPage(tenant: Tenant, { groups }: ApiDescription, group: GroupDescription): PlainPage {
  const content = html`<h1>${group.title}</h1>
<p class="lead">${group.about}</p>
${group.calls.map(callSection)}`;
  return page(tenant, groups, { title: `${group.title} - API reference`, current: group.noun, content });
}

/** The page of all shared schemas. */
export function entitiesPage(tenant: Tenant, { groups, entities }: ApiDescription): PlainPage {
  const content = html`<h1>Entities</h1>
<p class="lead">What replies are made of.</p>
${Object.entries(entities).map(
  ([name, schema]) =>
    html`<section id="${name}"><h2><a href="#${name}">${name}</a></h2>${code(schema, name)}</section>`,
)}`;
  return page(tenant, groups, { title: 'Entities - API reference', current: ENTITIES_PAGE, content });
}

function callSection({ call, who, reaches, parameters, body, reply, refusals, curl }: CallDescription): Html {
  const name = call.name;
  return html`<section id="${name}">
<h2><a href="#${name}">${name}</a></h2>
<p class="address"><b>${call.method}</b> <code>${call.path}</code></p>
<p>${call.summary}</p>
<dl><div><dt>Who</dt><dd>${who}</dd></div><div><dt>Reaches</dt><dd>${reaches}</dd></div></dl>
${parameters.length === 0 ? null : html`<h3>Parameters</h3><dl class="parameters">${parameters.map(parameterLine)}</dl>`}
${body === null ? null : html`<h3>Body</h3>${code(body, `Body of ${name}`)}`}
${call.form ? html`<p>Form data with the same fields is understood, too: <code>multipart/form-data</code>.</p>` : null}
${call.body === 'stream' ? html`<h3>Body</h3><p>A gzipped tar, <code>application/gzip</code>.</p>` : null}
<h3>Reply</h3>
${reply === null ? html`<p>A file, <code>text/csv</code>.</p>` : code(reply, `Reply of ${name}`)}
<h3>Refusals</h3>
<p>${[...refusals].map(
    ([status, codes], index) =>
      html`${index === 0 ? null : ' · '}${status} ${codes.map((one, at) => html`${at === 0 ? null : ', '}<code>${one}</code>`)}`,
  )}</p>
<h3>Example</h3>
<pre tabindex="0" role="region" aria-label="Example of ${name}">${curl}</pre>
</section>`;
}

function parameterLine(parameter: Parameter): Html {
  const { name, required, schema } = parameter;
  const limits = [...limitsOf(schema), ...(schema.type === 'array' ? ['may stand several times'] : [])];
  return html`<div><dt><code>${name}</code> <span>${parameter.in}${required ? ', required' : null}</span></dt>
<dd>${written(schema)}${limits.length === 0 ? null : html`<span>, ${limits.join(', ')}</span>`}</dd></div>`;
}

const code = (schema: JsonSchema, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}">${written(schema)}</pre>`;

/** A type with links to its entities. */
const written = (schema: JsonSchema): Html[] =>
  typeText(schema).map((piece) =>
    typeof piece === 'string'
      ? html`${piece}`
      : html`<a href="${REFERENCE_PATH}/${ENTITIES_PAGE}#${piece.entity}">${piece.entity}</a>`,
  );

function page(
  tenant: Tenant,
  groups: readonly GroupDescription[],
  { title, current, content }: { title: string; current: string | null; content: Html },
): PlainPage {
  const entry = (noun: string | null, text: string) =>
    html`<li><a href="${REFERENCE_PATH}${noun === null ? null : `/${noun}`}"${noun === current ? html` aria-current="page"` : null}>${text}</a></li>`;
  const whole = html`<nav aria-label="API reference"><ul>
${entry(null, 'Overview')}${groups.map(({ noun, title: text }) => entry(noun, text))}${entry(ENTITIES_PAGE, 'Entities')}
</ul></nav>
<div class="content">${content}</div>`;
  return plainPage(tenant, title, whole, STYLE);
}

const STYLE = `header,main{max-width:76rem}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 2.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.2rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
nav a[aria-current]{color:var(--text);font-weight:700}
h2{margin:2.5rem 0 .5rem;font-size:1.3rem;line-height:1.25}
h3{margin:1.25rem 0 .4rem;font-size:1rem}
p{margin:.5rem 0}
h2 a{color:inherit;text-decoration:none}
h2 a:hover{text-decoration:underline}
section{scroll-margin-top:1rem}
section+section{border-top:1px solid var(--border);margin-top:2.5rem}
section:target h2{color:var(--accent)}
.lead,.calls span,dl span,dt{color:var(--muted)}
.calls{margin:.3rem 0;padding:0;list-style:none}
.calls li{padding:.15rem 0}
dl{margin:.75rem 0}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.15rem 0}
dt{min-width:6rem}
.parameters dt{min-width:min(16rem,100%);color:inherit}
dd{margin:0;min-width:0}
code,pre,.address{font-family:ui-monospace,Menlo,Consolas,monospace}
code{font-size:.92em}
pre{margin:0;padding:.9rem 1.1rem;border:1px solid var(--border);border-radius:10px;background:var(--raised);overflow-x:auto;font-size:.9rem;line-height:1.55;tab-size:2}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--border);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--muted)}
@media (min-width:60rem){
main{grid-template-columns:13rem minmax(0,1fr)}
nav{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow-y:auto}
nav ul{display:block}
}`;
