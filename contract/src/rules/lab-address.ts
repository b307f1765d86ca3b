/*
 * Authors write addresses of what runs in a lab in two ways: as the learner's own machine (`http://localhost:8080`), or by
 * the name of an ingress with variables of the lab platform (`{{ingress_protocol}}://app-{{session_name}}.{{ingress_domain}}`).
 * Both mean a port of the lab.
 */

/** Path of the document in which pages of programs that run in the learner's browser are shown. */
export const LAB_PAGE_FRAME = '/lab-page-frame';

/** Programs of learners cannot listen on lower ports. */
export const MIN_LAB_PORT = 1024;
export const MAX_LAB_PORT = 65_535;

/** A name for a port of a lab, from its definition. */
export interface LabIngress {
  name: string;
  port: number;
}

/** What an address means in a lab. */
export interface LabPort {
  port: number;
  /** Path with query and fragment; begins with one `/`. */
  path: string;
}

const VARIABLE = /\$\(\s*(\w+)\s*\)|\{\{[<%]?\s*(?:param\s+)?["'`]?(\w+)["'`]?\s*[>%]?\}\}/g;
const ADDRESS = /^(?:https?|\{ingress_protocol\}):\/\/([^/?#\\]+)([/?#].*)?$/i;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):(\d{1,5})$/i;
/** A name before or after that of the session, or in its place. */
const INGRESS_FORMS = [
  /^\{session_(?:name|namespace|id)\}-([\w-]+)\.\{ingress_domain\}$/,
  /^([\w-]+)-\{session_(?:name|namespace|id)\}\.\{ingress_domain\}$/,
  /^([\w-]+)[-.]\{session_hostname\}$/,
  /^([\w-]+)\.\{ingress_domain\}$/,
];
/** The editor of the lab platform leads to ports by itself: `editor-.../proxy/8080/greeting`. */
const EDITOR_PROXY = /^\/proxy\/(\d{1,5})(?=[/?#]|$)(.*)$/;

/** Whether pages of a lab may be shown from a port. */
export const isLabPort = (port: number): boolean =>
  Number.isInteger(port) && port >= MIN_LAB_PORT && port <= MAX_LAB_PORT;

/**
 * The port of the lab that an author's address leads to.
 *
 * @param address as written, with variables
 * @returns null for every other address
 */
export function labPortOf(address: string, ingresses: readonly LabIngress[]): LabPort | null {
  const plain = address.trim().replace(VARIABLE, (_whole, round?: string, braces?: string) => `{${round ?? braces}}`);
  const [, place = '', rest = ''] = ADDRESS.exec(plain) ?? [];
  // A variable within a path has no value here.
  if (place === '' || /[{}\s\\]/.test(rest)) return null;
  const host = place.replace(/(?::\{ingress_port\}|\{ingress_port_suffix\})$/, '');
  const [, own] = LOOPBACK.exec(host) ?? [];
  if (own !== undefined) return portOf(Number(own), rest);
  const name = INGRESS_FORMS.map((form) => form.exec(host)?.[1]).find((found) => found !== undefined);
  if (name === undefined) return null;
  const ingress = ingresses.find((one) => one.name === name);
  if (ingress !== undefined) return portOf(ingress.port, rest);
  const [, port = '', path = ''] = name === 'editor' ? (EDITOR_PROXY.exec(rest) ?? []) : [];
  return port === '' ? null : portOf(Number(port), path);
}

function portOf(port: number, rest: string): LabPort | null {
  // Two slashes would begin the name of another host.
  const path = `/${rest.replace(/^\/+/, '')}`;
  return isLabPort(port) ? { port, path } : null;
}

/** The address as programs in the lab know it, which learners read. */
export const addressInLab = ({ port, path }: LabPort): string => `http://localhost:${port}${path}`;
