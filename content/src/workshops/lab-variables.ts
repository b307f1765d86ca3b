import type { ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { CONTENT_CLASSES } from '../markdown/classes.ts';
import { h, text as textNode } from '../markdown/hast.ts';

/*
 * Variables of a lab session, which only the lab platform can fill. While a page is parsed each is its name between two
 * private-use characters, so that Markdown and YAML take it for a word; settings of actions keep `{{ name }}`, and
 * readers see the name.
 */

const START = '\ue002';
const END = '\ue003';
const TOKEN = /\ue002([A-Za-z_]\w*)\ue003/g;

/** Names that the platform fills; templates of other tools in code (`{{end}}`) are not among them. */
// biome-ignore format: a list of words
const KNOWN = new Set([
  'assets_repository', 'base_url', 'cluster_domain', 'config_password', 'environment_name', 'environment_token', 'git_auth_token', 'git_host',
  'git_password', 'git_protocol', 'git_ssh_keys', 'git_username', 'image_repository', 'ingress_class', 'ingress_domain', 'ingress_port',
  'ingress_port_suffix', 'ingress_protocol', 'ingress_secret', 'kubernetes_api_url', 'kubernetes_ca_crt', 'kubernetes_token', 'kubernetes_version',
  'oci_image_cache', 'package_repository', 'pathway_name', 'platform_arch', 'policy_engine', 'policy_name', 'registry_auth_file', 'registry_auth_token', 'registry_host', 'registry_password',
  'registry_secret', 'registry_username', 'service_account', 'services_password', 'session_hostname', 'session_id', 'session_name',
  'session_namespace', 'session_url', 'ssh_keys_secret', 'ssh_private_key', 'ssh_public_key', 'storage_class', 'training_portal',
  'workshop_description', 'workshop_image', 'workshop_image_pull_policy', 'workshop_name', 'workshop_namespace', 'workshop_title',
  'workshop_version',
]);

/** Whether the platform fills a variable of this name in a session. */
export const isSessionVariable = (name: string): boolean => KNOWN.has(name) || name.startsWith('ENV_');

const BRACES = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;
const PARAM = /\{\{([<%])[ \t]*param[ \t]+(["'`]?)([A-Za-z_]\w*)\2[ \t]*[>%]\}\}/g;
const ROUND = /\$\(([A-Za-z_]\w*)\)/g;
/** The older form, which the platform fills last. */
const PERCENT = /%([A-Za-z_]\w*)%/g;

/** Values of variables that a lab itself defines. */
export type OwnValues = ReadonlyMap<string, unknown>;

/**
 * Fills in the variables that the lab defines, and replaces those of a session by placeholders; line numbers stay.
 *
 * @param unknown is told each parameter of a Hugo page that nobody fills, and its position
 */
export function takeVariables(
  text: string,
  layout: 'classic' | 'hugo',
  values: OwnValues = new Map(),
  unknown: (name: string, at: number) => void = () => {},
): string {
  const token = (whole: string, name: string) => (isSessionVariable(name) ? START + name + END : whole);
  const filled = (whole: string, name: string) => (values.has(name) ? valueText(values.get(name)) : token(whole, name));
  const clean = text.replace(/[\ue002\ue003]/g, '\ufffd').replace(ROUND, token);
  if (layout === 'classic') return clean.replace(BRACES, filled).replace(PERCENT, filled);
  return clean.replace(PARAM, (_whole, _kind, _quote, name: string, at: number) => {
    if (values.has(name)) return valueText(values.get(name));
    if (!isSessionVariable(name)) unknown(name, at);
    return START + name + END;
  });
}

/** On one line, as the lines of the page are counted. */
const valueText = (value: unknown) =>
  String(value ?? '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\ue000-\uf8ff]/g, '\ufffd');

/** Replaces names in double braces that no platform fills, in a text outside of code, by placeholders too. */
export function takeUnknownVariables(text: string, tell: (name: string) => void): string {
  return text.replace(BRACES, (_whole, name: string) => {
    tell(name);
    return START + name + END;
  });
}

export function hasVariables(text: string): boolean {
  return text.includes(START);
}

/** Double braces that a page shows as they are. Private-use characters, so that nothing fills what is between them. */
export const SHOWN_BRACES = { open: '\ue004', close: '\ue005' } as const;

const withBraces = (text: string) => text.replaceAll(SHOWN_BRACES.open, '{{').replaceAll(SHOWN_BRACES.close, '}}');

/** As in settings of actions: `{{ name }}`. */
export function variablesInBraces(text: string): string {
  return withBraces(text.replace(TOKEN, '{{ $1 }}'));
}

/** As readers see them: the name alone. */
export function variablesByName(text: string): string {
  return withBraces(text.replace(/[\ue002\ue003]/g, ''));
}

/** The last step of a page: each placeholder becomes a marked name. */
export function showVariables(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element') {
      for (const [name, value] of Object.entries(node.properties)) {
        if (typeof value === 'string') node.properties[name] = variablesByName(value);
      }
    }
    if (node.type !== 'text' || parent === undefined || index === undefined || !/[\ue002-\ue005]/.test(node.value)) {
      return undefined;
    }
    // Highlighting may have separated a name from its placeholder characters; then the name alone is left.
    const pieces = node.value.split(TOKEN).flatMap((piece, at): ElementContent[] => {
      if (at % 2 === 1) return [h('span', { className: [CONTENT_CLASSES.labVariable] }, piece)];
      return piece === '' ? [] : [textNode(variablesByName(piece))];
    });
    parent.children.splice(index, 1, ...pieces);
    return [SKIP, index + pieces.length];
  });
}
