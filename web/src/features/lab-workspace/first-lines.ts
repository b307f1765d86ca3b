const MAX_LINES = 5;
const MAX_CHARACTERS = 400;

/** The beginning of a check's output, for beside its button; `…` stands for the rest. */
export function firstLines(output: string): string {
  const text = output.trim();
  const short = text.split('\n').slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS);
  return short === text ? text : `${short}…`;
}
