import { useTouched } from '../../api/assignments-admin.ts';
import { assignmentTexts } from './assignment-texts.ts';

/** Whom a change of an assignment touches, before it is saved. */
export function Touched({ assignmentId }: { assignmentId: string }) {
  const { data } = useTouched(assignmentId);
  if (data === undefined) return <p role="status">{assignmentTexts.counting}</p>;
  const { people, done } = data;
  return (
    <p role="status">
      {done === null ? assignmentTexts.touched({ people }) : assignmentTexts.touchedDone({ people, done })}
    </p>
  );
}
