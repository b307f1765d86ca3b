import { Fragment } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Skeleton of a text that is loading. */
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
