/** Environments that exist everywhere: the learner's own browser, and the programs of the server itself. */
export const BROWSER_ENVIRONMENT = 'browser';
export const HOST_ENVIRONMENT = 'host';

/** In place of an image: all images that nothing else stands for. */
const OTHER_IMAGES = '*';
/** In place of an environment: no environment stands for the image. */
const NO_ENVIRONMENT = 'none';

/** What a workshop says about where it wants to run. */
export interface WantedEnvironment {
  /** Name of the environment by our own key; null: none is named. */
  environment: string | null;
  /** Image of the session on its own platform: `ghcr.io/educates/jdk17-environment:3.1`. */
  image: string | null;
}

/** The environments that an academy has. */
export interface KnownEnvironments {
  names: readonly string[];
  /** The environment that stands for an image, by the last part of its name; `*` is for all others. */
  images: Readonly<Record<string, string>>;
}

/** The environment of a workshop. */
export interface ChosenEnvironment {
  name: string;
  /** False: the academy has none of this name, so the lab cannot run. */
  fits: boolean;
}

/** The last part of an image's name, without registry, tag and digest; empty for a wildcard. */
export function imageName(image: string): string {
  const last = image.replace(/@.*$/s, '').split('/').at(-1) ?? '';
  return last.replace(/:.*$/s, '').replaceAll('*', '').trim();
}

/**
 * Chooses the environment of a workshop: the one that it names, or the one that stands for its image.
 *
 * @returns null where nothing is named, or nothing stands for the image: the lab runs as one without environment
 */
export function chosenEnvironment(
  { environment, image }: WantedEnvironment,
  { names, images }: KnownEnvironments,
): ChosenEnvironment | null {
  const isThere = (name: string) => names.includes(name) || name === HOST_ENVIRONMENT || name === BROWSER_ENVIRONMENT;
  if (environment !== null) return { name: environment, fits: isThere(environment) };
  const name = image === null ? '' : imageName(image);
  if (name === '') return null;
  const standsIn = Object.hasOwn(images, name) ? images[name] : images[OTHER_IMAGES];
  if (standsIn === undefined) return null;
  return standsIn === NO_ENVIRONMENT ? { name, fits: false } : { name: standsIn, fits: isThere(standsIn) };
}
