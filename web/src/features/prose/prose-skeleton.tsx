import { Fragment } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The shape of a text that is on its way. */
export function ProseSkeleton() {
  return (
    <div>
      {['a', 'b', 'c'].map((paragraph) => (
        <Fragment key={paragraph}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="short" />
          <br />
        </Fragment>
      ))}
    </div>
  );
}
