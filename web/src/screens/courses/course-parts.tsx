/** Parts of the course screen that wake up after its head. */
export { CourseAside } from './course-aside.tsx';
export { CourseContents } from './course-contents.tsx';
