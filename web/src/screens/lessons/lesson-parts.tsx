/** What stands beside the text of a lesson: rendered by the server, awake after the text itself. */
export { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
export { LessonOutline } from '../../features/lesson-outline/lesson-outline.tsx';
export { Headings } from '../../features/on-this-page/on-this-page.tsx';
export { Further } from './further.tsx';
export { LessonKeys } from './lesson-keys-listener.tsx';
export { ProgressSaved } from './progress-saved.tsx';
