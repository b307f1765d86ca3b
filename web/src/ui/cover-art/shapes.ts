/** Every cover is drawn on a canvas of this size and cropped to its frame. */
export const WIDTH = 640;
export const HEIGHT = 400;

/**
 * Colours by role, from the ground up: 0 ground, 1 mist, 2 back, 3 body, 4 ink, 5 glow. The style sheet gives each role
 * its colour per tenant, palette and colour scheme, so a drawing itself knows no colour.
 */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5;

/** One layer of a drawing: everything that shares a colour lies in one path. */
export interface Layer {
  d: string;
  fill?: Tone;
  stroke?: Tone;
  /** Stroke width in canvas units. */
  width?: number;
}

export interface Drawing {
  /** Which of the palettes 0-5. */
  palette: number;
  /** A night cover has a deep ground in both colour schemes. */
  night: boolean;
  layers: Layer[];
}

export interface Point {
  x: number;
  y: number;
}

const round = (value: number) => {
  const whole = Math.round(value);
  return whole === 0 ? 0 : whole;
};

/** Joins numbers the way SVG reads them with the fewest characters: `3-4` instead of `3 -4`. */
export function numbers(...values: number[]): string {
  return values.map(round).reduce((text, n) => (text === '' || n < 0 ? `${text}${n}` : `${text} ${n}`), '');
}

export const move = (x: number, y: number) => `M${numbers(x, y)}`;

export function circle(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `${move(x - r, y)}a${numbers(r, r, 0, 1, 0, 2 * r, 0)}a${numbers(r, r, 0, 1, 0, -2 * r, 0)}z`;
}

/** The upper half of a circle, open along its foot. */
export function arch(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `${move(x - r, y)}a${numbers(r, r, 0, 0, 1, 2 * r, 0)}`;
}

/** Leaves out layers in which nothing was drawn. */
export function layers(...all: Layer[]): Layer[] {
  return all.filter((layer) => layer.d !== '');
}
