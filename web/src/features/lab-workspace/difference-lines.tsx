import type { DifferenceLine } from './solution-difference.ts';

/** A difference, line by line. */
export function DifferenceLines({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <pre>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
        <Line key={at} {...line} />
      ))}
    </pre>
  );
}

function Line({ kind, text }: DifferenceLine) {
  if (kind === 'yours') return <del>{`– ${text}\n`}</del>;
  if (kind === 'solution') return <ins>{`+ ${text}\n`}</ins>;
  return <span>{kind === 'gap' ? '⋯\n' : `  ${text}\n`}</span>;
}
