import { BROWSER_ENVIRONMENT } from './lab-environments.ts';

/** Path below which images are served. */
export const LAB_IMAGES_PATH = '/lab-images';

/** What is known of an image when one is chosen for a lab. */
export interface ImagePrograms {
  name: string;
  /** Bytes that are loaded before its prompt. */
  bytes: number;
  /** Names of the programs in it. */
  programs: readonly string[];
}

/** Words of a shell that begin a command and are no program. */
const NO_PROGRAM = new Set(
  `. : [ [[ alias bg break case cd command continue declare do done echo elif else esac eval exec exit export false fg fi for
  function getopts hash help history if in jobs kill let local mapfile popd printf pushd pwd read readonly return select set
  shift shopt source test then time times trap true type ulimit umask unalias unset until wait while { } ! (( ))`.split(
    /\s+/,
  ),
);
/** Words in front of a command. */
const BEFORE = /(?<=^|[\s;|&(`])(?:do|then|else|elif|if|while|until|exec|sudo|time|xargs|!|\{)(?=\s)/g;
const COMMAND = /(?:^|[\n;|&(`])\s*(?:[A-Za-z_]\w*=\S*\s+)*([A-Za-z][\w.+-]*)(?=[\s;|&)`]|$)/g;

/**
 * Programs that a script calls by their names alone, about: it is a list to choose by, and words of texts may be in it.
 *
 * @param script commands of a terminal or of a check
 */
export function programsOf(script: string): string[] {
  const own = new Set(
    [...script.matchAll(/(?:^|\n|;)\s*(?:function\s+)?([\w-]+)\s*\(\)/g)].map(([, name = '']) => name),
  );
  const plain = script.replace(/(^|\s)#[^\n]*/g, '$1').replace(/'[^']*'|"(?:\\.|[^"\\$`])*"/g, "''");
  const called = [...plain.replace(BEFORE, ';').matchAll(COMMAND)].map(([, name = '']) => name);
  return [...new Set(called)].filter((name) => !NO_PROGRAM.has(name) && !own.has(name));
}

/**
 * The image for a lab: the one that the lab names as its environment, or else the one that lacks the fewest of its programs,
 * the smallest of several.
 *
 * @param environment that the lab names; null: none
 * @returns null without a fitting image, and for a lab that wants the shell of browsers
 */
export function chosenImage<T extends ImagePrograms>(
  images: readonly T[],
  environment: string | null,
  programs: readonly string[],
): T | null {
  if (environment === BROWSER_ENVIRONMENT) return null;
  if (environment !== null) return images.find(({ name }) => name === environment) ?? null;
  const lacks = new Map(images.map((image) => [image, missingIn(image, programs)]));
  return [...images].sort((a, b) => (lacks.get(a) ?? 0) - (lacks.get(b) ?? 0) || a.bytes - b.bytes)[0] ?? null;
}

function missingIn({ programs }: ImagePrograms, wanted: readonly string[]): number {
  const has = new Set(programs);
  return wanted.filter((name) => !has.has(name)).length;
}
